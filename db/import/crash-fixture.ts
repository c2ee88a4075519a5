import { connect } from '#db/client.ts'
import { importFile } from './import-file.ts'
import { nppes } from './nppes.ts'

/** Runs one import in a process that the test kills: `crash-fixture.ts DATABASE_URL FILE REJECTS`. */
const [url = '', path = '', rejectsPath = ''] = process.argv.slice(2)
const sql = connect(url, { max: 1 })
process.stdout.write('begun\n')
await importFile(sql, {
  path,
  format: nppes(),
  rejectsPath,
  suppressionKey: Buffer.from('a key of the tests'),
})
await sql.end()
