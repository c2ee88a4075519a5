import type { ShapeFixture } from './shape-fixture.ts'

/** A row's change, as the shape server writes it. */
export interface ChangeMessage {
  key: string
  value: Record<string, string | null>
  old_value?: Record<string, string | null>
  headers: Record<string, unknown>
}

/** Reads shapes of a fixture over the wire; control messages are left out. */
export function readerOf(fixture: () => Pick<ShapeFixture, 'get'>) {
  const rowsIn = async (response: Response) => {
    const messages = (await response.json()) as ChangeMessage[]
    return messages.filter(({ headers }) => headers.operation)
  }
  return {
    /** The next changes for a client that has everything up to `from`. */
    async changes(params: Record<string, string>, from: { handle: string; offset: string }) {
      return rowsIn(await fixture().get({ ...params, ...from, live: 'true' }))
    },
    /** The first chunk of a snapshot, and the position after it. */
    async snapshot(params: Record<string, string>) {
      const response = await fixture().get({ ...params, offset: '-1' })
      return {
        rows: await rowsIn(response),
        handle: response.headers.get('electric-handle') ?? '',
        offset: response.headers.get('electric-offset') ?? '',
        schema: JSON.parse(response.headers.get('electric-schema') ?? '{}'),
      }
    },
  }
}
