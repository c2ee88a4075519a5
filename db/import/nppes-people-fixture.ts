import type { NppesRow } from './nppes-fixture.ts'

export const ANN: NppesRow = {
  NPI: '1000000011',
  'Entity Type Code': '1',
  'Provider Last Name (Legal Name)': "O'TESTER",
  'Provider First Name': 'ANN',
  'Provider Middle Name': 'Q',
  'Provider Credential Text': 'M.D.',
  'Provider Business Practice Location Address City Name': 'SPRINGFIELD',
  'Provider Business Practice Location Address State Name': 'IL',
  'Provider Business Practice Location Address Postal Code': '627010001',
  'Provider Business Practice Location Address Telephone Number': '2175550101',
  'Last Update Date': '07/08/2020',
  'Provider Sex Code': 'F',
  'Healthcare Provider Taxonomy Code_1': '207R00000X',
  'Healthcare Provider Primary Taxonomy Switch_1': 'N',
  'Healthcare Provider Taxonomy Code_2': '207RC0000X',
  'Healthcare Provider Primary Taxonomy Switch_2': 'Y',
}
export const BEN: NppesRow = {
  NPI: '1000000021',
  'Entity Type Code': '1',
  'Provider Last Name (Legal Name)': 'MCEXAMPLE',
  'Provider First Name': 'BEN',
  'Provider Name Suffix Text': 'III',
  'Provider Business Mailing Address City Name': 'TORONTO',
  'Provider Business Mailing Address State Name': 'ONTARIO',
  'Provider Business Mailing Address Postal Code': 'K1A0B1',
  'Provider Business Mailing Address Country Code (If outside U.S.)': 'CA',
  'Healthcare Provider Taxonomy Code_1': '225100000X',
}
