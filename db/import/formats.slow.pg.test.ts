import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dac } from './dac.ts'
import { csvOf, importBench } from './import-fixture.ts'
import { importTaxonomy, specialtyNames } from './import-taxonomy.ts'
import { legacyCsv } from './legacy-csv.ts'
import { nppes } from './nppes.ts'
import { nppesFile } from './nppes-fixture.ts'

let bench: Awaited<ReturnType<typeof importBench>>
beforeEach(async () => {
  bench = await importBench()
})
afterEach(() => bench.close())

const ANN = {
  NPI: '1000000011',
  'Entity Type Code': '1',
  'Provider Last Name (Legal Name)': 'TESTER',
  'Provider First Name': 'ANN',
  'Provider Business Practice Location Address State Name': 'IL',
  'Provider Business Practice Location Address Telephone Number': '2175550101',
}
const CARDIOLOGY = {
  'Healthcare Provider Taxonomy Code_1': '207RC0000X',
  'Healthcare Provider Primary Taxonomy Switch_1': 'Y',
}
const person = async () => (await bench.sql`select * from candidates`)[0]
const everybody = () => bench.sql`select * from candidates order by ordinal`

describe('Doctors and Clinicians', () => {
  const row = {
    NPI: ANN.NPI,
    pri_spec: 'OBSTETRICS/GYNECOLOGY',
    Cred: 'MD',
    Med_sch: 'UNIVERSITY OF NOWHERE SCHOOL OF MEDICINE',
    Grd_yr: '1999',
    org_nm: 'NOWHERE RADIOLOGY, LLC',
  }
  const added = {
    organization: 'Nowhere Radiology, LLC',
    education: [{ school: 'University of Nowhere School of Medicine', degree: 'MD', year: 1999 }],
  }

  it.each([
    ['today', csvOf([row])],
    ['blanks after the commas of the header', csvOf([row]).replace(/,(?=\w+,)/, ', ')],
    [
      'the long names of old files',
      csvOf([row])
        .replace('pri_spec', 'Primary specialty')
        .replace('Med_sch', 'Medical school name')
        .replace('Grd_yr', 'Graduation year')
        .replace('org_nm', 'Organization legal name'),
    ],
  ])('adds school, year, employer and a missing specialty: %s', async (_, file) => {
    await bench.import(nppes(), nppesFile([ANN]))
    expect(await bench.import(dac(), file)).toMatchObject({ new: 0, changed: 1 })
    expect(await person()).toMatchObject({
      ...added,
      specialty: 'Obstetrics & Gynecology',
      job_function: 'Physician',
      first_name: 'Ann',
      source: 'nppes',
    })
    expect(await bench.import(dac(), file)).toMatchObject({ changed: 0, unchanged: 1 })
    expect(await bench.import(nppes(), nppesFile([ANN]))).toMatchObject({ changed: 0 })
  })

  it('leaves the registry’s specialty and what it has nothing to say about', async () => {
    await bench.import(nppes(), nppesFile([{ ...ANN, ...CARDIOLOGY }]))
    await bench.import(dac(), csvOf([row]))
    const empty = { ...row, Med_sch: 'OTHER', org_nm: '' }
    expect(await bench.import(dac(), csvOf([empty]))).toMatchObject({ changed: 0 })
    expect(await person()).toMatchObject({ ...added, title: 'Cardiologist' })
  })

  it('calls a specialty what the registry’s file calls it by the loaded names', async () => {
    const names = new Map([['207V00000X', 'Women’s Health']])
    await bench.import(nppes(names), nppesFile([ANN]))
    await bench.import(dac(names), csvOf([row]))
    expect(await person()).toMatchObject({ specialty: 'Women’s Health', job_function: 'Physician' })
  })

  it('brings nobody in', async () => {
    expect(await bench.import(dac(), csvOf([row]))).toMatchObject({ new: 0, absent: 1 })
    expect(await everybody()).toEqual([])
  })

  it('makes the same of several rows about one person in any order', async () => {
    await bench.import(nppes(), nppesFile([ANN]))
    const rows = ['B CLINIC', 'A CLINIC', 'C CLINIC', 'C CLINIC', 'A CLINIC'].map((org_nm, i) => ({
      ...row,
      org_nm,
      pri_spec: i % 2 ? 'UROLOGY' : '',
    }))
    await bench.import(dac(), csvOf(rows))
    expect(await person()).toMatchObject({ organization: 'A Clinic', title: 'Urologist' })
    expect(await bench.import(dac(), csvOf(rows.toReversed()))).toMatchObject({ changed: 0 })
  })
})

describe('names of specialties', () => {
  it.each([
    [
      'the CMS crosswalk',
      csvOf([
        {
          'PROVIDER TAXONOMY CODE': '207RC0000X',
          'PROVIDER TAXONOMY DESCRIPTION:  TYPE, CLASSIFICATION, SPECIALIZATION':
            'Allopathic & Osteopathic Physicians/Internal Medicine, Heart Things',
        },
      ]),
    ],
    [
      'a code set',
      csvOf([
        {
          Code: '207RC0000X',
          Grouping: 'Allopathic & Osteopathic Physicians',
          Classification: 'Internal Medicine',
          Specialization: 'Heart Things',
          Definition: 'of the heart',
        },
      ]),
    ],
  ])('come from %s and count in later imports', async (_, file) => {
    const path = await bench.write(file)
    expect(await importTaxonomy(bench.sql, path)).toEqual({ read: 1, changed: 1, rejected: 0 })
    expect(await importTaxonomy(bench.sql, path)).toMatchObject({ changed: 0 })
    const names = await specialtyNames(bench.sql)
    await bench.import(nppes(names), nppesFile([{ ...ANN, ...CARDIOLOGY }]))
    expect(await person()).toMatchObject({ specialty: 'Heart Things', title: 'Cardiologist' })
  })

  it('stay when the file is of another kind', async () => {
    await bench.sql`insert into specialty_names values ('207RC0000X', 'Hearts')`
    const path = await bench.write('a,b\n1,2\n')
    await expect(importTaxonomy(bench.sql, path)).rejects.toThrow('not a file of taxonomy codes')
    expect((await specialtyNames(bench.sql)).size).toBe(1)
  })
})

describe('a list of professionals', () => {
  const bea = {
    Contactfirstname: 'Béa',
    Contactlastname: 'Example',
    Contacttitle: 'Charge Nurse',
    Companyname: 'Nowhere Hospital, Inc.',
    'Company industry': 'Hospital & Health Care',
    Contactstate: 'Quebec',
    Contactofficezipcode: 'H2X1Y4',
    Personalemail: 'Bea@Example.com',
    Contactphone: '1-514-555-0101',
    'Contact Connections': '120',
    Contactskills: 'ICU, , Triage',
    Contacteducation: 'schoolName: A College, degrees: [BS]',
  }

  it('DATA-05 DATA-10 brings people without an NPI in, once', async () => {
    expect(await bench.import(legacyCsv, csvOf([bea]))).toMatchObject({ new: 1 })
    expect(await person()).toMatchObject({
      first_name: 'Béa',
      organization: 'Nowhere Hospital, Inc.',
      company_industry: 'Hospital & Health Care',
      state: 'QC',
      office_zip: 'H2X 1Y4',
      connections: 120,
      skills: ['ICU', 'Triage'],
      education: [{ school: 'A College', degree: 'BS', year: null }],
      npi: null,
      source: 'csv',
    })
    expect(await bench.sql`select kind, value from candidate_contacts order by kind`).toEqual([
      { kind: 'personal_email', value: 'Bea@Example.com' },
      { kind: 'phone', value: '(514) 555-0101' },
    ])
    const written = { ...bea, Contactfirstname: 'BEA', Companyname: 'Nowhere Hospital Inc' }
    expect(await bench.import(legacyCsv, csvOf([bea]))).toMatchObject({ changed: 0, unchanged: 1 })
    expect(await bench.import(legacyCsv, csvOf([written]))).toMatchObject({ new: 0, changed: 1 })
    const gaps = { ...written, Contacttitle: 'null', Contactskills: '', Contactphone: '' }
    expect(await bench.import(legacyCsv, csvOf([gaps]))).toMatchObject({ new: 0, changed: 0 })
  })

  it('adds to whom the registry knows without touching what is the registry’s', async () => {
    await bench.import(nppes(), nppesFile([{ ...ANN, ...CARDIOLOGY }]))
    const list = { ...bea, NPI: ANN.NPI, specialty: 'Nursing', Contacttitle: 'Chief of Cardiology' }
    expect(await bench.import(legacyCsv, csvOf([list]))).toMatchObject({ new: 0, changed: 1 })
    const ann = {
      first_name: 'Ann',
      state: 'IL',
      specialty: 'Cardiovascular Disease',
      title: 'Chief of Cardiology',
      organization: 'Nowhere Hospital, Inc.',
      source: 'nppes',
    }
    expect(await person()).toMatchObject(ann)
    const again = await bench.import(nppes(), nppesFile([{ ...ANN, ...CARDIOLOGY }]))
    expect(again).toMatchObject({ changed: 0, unchanged: 1 })
    expect(await person()).toMatchObject(ann)
  })

  it('refuses the earlier of two rows about one person, into an empty directory too', async () => {
    const later = { ...bea, Contacttitle: 'Head Nurse' }
    expect(await bench.import(legacyCsv, csvOf([bea, later]))).toMatchObject({
      new: 1,
      rejected: 1,
    })
    expect((await everybody()).map((row) => [row.title, row.ordinal])).toEqual([['Head Nurse', 1]])
  })
})

describe('a removed person never comes back', () => {
  const list = {
    Contactfirstname: 'Bea',
    Contactlastname: 'Example',
    NPI: '1000000033',
    Personalemail: 'bea@example.com',
    Directdialphone: '514-555-0102',
  }
  const elsewhere = { ...list, NPI: '', Companyname: 'Another Name' }
  it.each([
    ['by NPI in the registry', nppes(), nppesFile([{ ...ANN, NPI: list.NPI }])],
    ['by NPI in a list', legacyCsv, csvOf([{ ...list, Personalemail: '', Directdialphone: '' }])],
    ['by e-mail', legacyCsv, csvOf([{ ...elsewhere, Contactemail: 'BEA@example.com ' }])],
    ['by telephone', legacyCsv, csvOf([{ ...elsewhere, Contactphone: '+1 (514) 555 0102' }])],
    ['by NPI in Doctors and Clinicians', dac(), csvOf([{ NPI: list.NPI, pri_spec: 'UROLOGY' }])],
  ])('%s', async (_, format, file) => {
    await bench.import(legacyCsv, csvOf([list]))
    await bench.import(nppes(), nppesFile([ANN]))
    await bench.remove(list.NPI)
    expect(await bench.import(format, file)).toMatchObject({ new: 0, suppressed: 1 })
    expect(await everybody()).toMatchObject([{ npi: ANN.NPI }])
  })
})
