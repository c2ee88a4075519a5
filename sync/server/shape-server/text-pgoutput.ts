import { type Pgoutput, PgoutputPlugin } from 'pg-logical-replication'
import { PUBLICATION } from './publication.ts'
import type { Session } from './slot.ts'

/** Decodes pgoutput, leaving each value as the text PostgreSQL wrote. */
export class TextPgoutput extends PgoutputPlugin {
  constructor(
    readonly prepare: (session: Session) => Promise<string>,
    readonly onParsed: () => void,
  ) {
    super({ protoVersion: 1, publicationNames: [PUBLICATION], messages: true })
  }

  override async start(session: Session, _slot: string, lsn: string): Promise<void> {
    const slot = await this.prepare(session)
    await super.start(session as never, slot, lsn)
  }

  override parse(buffer: Buffer): Pgoutput.Message {
    this.onParsed()
    const message = super.parse(buffer)
    if (message.tag === 'relation') {
      for (const column of message.columns) column.parser = (text: string) => text
    }
    return message
  }
}
