import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attachment, exportFileName } from './file-name.ts'

describe('exportFileName', () => {
  it('EXPORT-03 is called after where it was made unless its user named it', () => {
    expect(exportFileName('search', 'csv', undefined)).toBe('healthcare_worker_export.csv')
    expect(exportFileName('profile', 'csv', undefined)).toBe('physician_export.csv')
    expect(exportFileName('list', 'csv', 'healthcare_worker_list_Éloïse’s ICU.csv')).toBe(
      'healthcare_worker_list_Éloïse’s ICU.csv',
    )
    expect(exportFileName('search', 'xlsx', 'texas.csv')).toBe('texas.xlsx')
  })

  it.each([
    ['../../etc/passwd', '_.._etc_passwd.csv'],
    ['C:\\Windows\\x', 'C_Windows_x.csv'],
    ['a"\r\nSet-Cookie: x=1', 'a_Set-Cookie_ x=1.csv'],
    ['harmless\u202Evsc.exe', 'harmless_vsc.exe.csv'],
    ['.bashrc', 'bashrc.csv'],
    ['report. .', 'report.csv'],
    ['e\u0301te\u0301', '\u00e9t\u00e9.csv'],
    ['con', '_con.csv'],
    ['...', 'healthcare_worker_export.csv'],
    ['///', 'healthcare_worker_export.csv'],
    ['\u0000', 'healthcare_worker_export.csv'],
  ])('keeps %j in its folder and its header: %j', (wanted, name) => {
    expect(exportFileName('search', 'csv', wanted)).toBe(name)
  })

  it('is no longer than file systems take, and ends with a whole letter', () => {
    expect(exportFileName('list', 'csv', '𝒜'.repeat(90))).toBe(`${'𝒜'.repeat(50)}.csv`)
    expect(exportFileName('list', 'csv', `a${'é'.repeat(200)}`)).toBe(`a${'é'.repeat(99)}.csv`)
  })

  it('is a plain name and a whole header whatever is asked for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (wanted) => {
        const name = exportFileName('list', 'pdf', wanted)
        expect(name).toMatch(/^[^.\s/\\][^/\\]*\.pdf$/u)
        expect(Buffer.byteLength(name)).toBeLessThan(210)
        expect(attachment(name)).toMatch(
          /^attachment; filename="[\w.() -]+"; filename\*=UTF-8''[\w.~%!-]+$/,
        )
        expect(decodeURIComponent(attachment(name).split("''")[1] ?? '')).toBe(name)
      }),
      { numRuns: 200 },
    )
  })
})
