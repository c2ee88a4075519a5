import { expect, it } from 'vitest'
import { partShares } from './processor-parts.ts'

const node = (id: number, functionName: string, url: string, children: number[] = []) => ({
  id,
  children,
  callFrame: { functionName, url, scriptId: '1', lineNumber: 0, columnNumber: 0 },
})

it('processor time counts for the file that called, idle time aside', () => {
  const shares = partShares({
    startTime: 0,
    endTime: 100,
    nodes: [
      node(1, '(root)', '', [2, 3, 6, 8]),
      node(2, '(idle)', ''),
      node(3, 'flush', 'file:///x/node_modules/postgres/src/connection.js', [4]),
      node(4, 'write', 'node:net', [5]),
      node(5, 'writeBuffer', ''),
      node(6, 'onRead', 'node:net', [7]),
      node(7, 'find', 'file:///x/api/services/search/embedded/postings.ts'),
      node(8, '(garbage collector)', ''),
    ],
    samples: [2, 5, 6, 7, 8],
    timeDeltas: [60, 10, 5, 20, 5],
  })
  expect(shares).toMatchObject({ postgres: 0.25, http: 0.125, engine: 0.5, collection: 0.125 })
})
