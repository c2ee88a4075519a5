import { EmbeddedEngine } from '#api/services/search/embedded/embedded-engine.ts'
import { buildSegment } from '#api/services/search/embedded/segment-builder.ts'
import type { SearchDocument } from '#api/services/search/engine.ts'
import { describeSearchContract } from './search-contract.ts'

async function* inBatches(documents: SearchDocument[]) {
  yield documents
}

describeSearchContract('embedded, built in one go', async (documents) => {
  return new EmbeddedEngine(await buildSegment(inBatches(documents)))
})

describeSearchContract('embedded, with a third of the people changed since', async (documents) => {
  const isLate = ({ ordinal }: SearchDocument) => ordinal % 3 === 0
  const isNew = ({ ordinal }: SearchDocument) => ordinal % 6 === 0
  const stranger = (document: SearchDocument) => ({ ...document, ordinal: document.ordinal + 5000 })
  const of = (changed_xid: string, document: SearchDocument) => ({ ...document, changed_xid })
  // An older state: some people missing, some with other data, some deleted since.
  const before = documents
    .filter((document) => !isNew(document))
    .map((document, index) => {
      const other = documents[(index * 7) % documents.length]
      return isLate(document) && other ? of('1', { ...other, ordinal: document.ordinal }) : document
    })
  const gone = documents.slice(0, 50).map(stranger)
  const engine = new EmbeddedEngine(await buildSegment(inBatches([...before, ...gone])))
  const late = documents.filter(isLate)
  await engine.upsert(late.map((document) => of('2', { ...document, title: 'Not yet right' })))
  await engine.upsert(late.toReversed())
  await engine.remove(gone.map(({ ordinal }) => ordinal))
  return engine
})
