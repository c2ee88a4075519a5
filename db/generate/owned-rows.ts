import type { EmailTemplateRow } from '#db/schema/email-templates.ts'
import type { SettingKey } from '#db/schema/user-settings.ts'
import type { NewsKind } from '#db/schema/watch-words.ts'

interface MadeUpList {
  name: string
  description: string | null
  /** Selects its members: this many people of the directory. */
  of: { specialty?: string; state?: string }
  count: number
  daysAgo: number
}

/** The owned rows of a development account. */
export interface OwnedRows {
  lists: MadeUpList[]
  /**
   * The notes on the people of the first list, in order, a day apart; null is a star without a note. The
   * second person has a note and no star.
   */
  notes: (string | null)[]
  searches: {
    name: string
    params: Record<string, string>
    daysAgo: number
    /** The search is watched, with unread news about this many people. */
    news?: Record<NewsKind, number>
  }[]
  templates: (Pick<
    EmailTemplateRow,
    'name' | 'subject' | 'body' | 'tone' | 'length' | 'position_type'
  > & { daysAgo: number })[]
  settings: Partial<Record<SettingKey, string | boolean>>
}

const FIRST_CONTACT: OwnedRows['templates'][number] = {
  name: 'First contact',
  subject: 'A role that may fit you',
  body:
    'Hello {first_name},\n\nI came across your work in {specialty} and have a position I would ' +
    'like to tell you about. Would you have ten minutes this week?\n\nKind regards',
  tone: 'friendly',
  length: 'short',
  position_type: 'full-time',
  daysAgo: 25,
}

const LOCUMS: OwnedRows['templates'][number] = {
  name: 'Locum weekend cover',
  subject: 'Weekend cover, travel paid',
  body:
    'Hello {first_name},\n\nA hospital we work with needs cover on two weekends a month. Travel ' +
    'and lodging are paid, and the schedule is fixed three months ahead.\n\nShall I send details?',
  tone: 'professional',
  length: 'medium',
  position_type: 'per-diem',
  daysAgo: 11,
}

const NOTHING: OwnedRows = { lists: [], notes: [], searches: [], templates: [], settings: {} }

/** The owned rows by account name. */
export const OWNED_ROWS: Record<string, OwnedRows> = {
  admin: {
    ...NOTHING,
    lists: [
      {
        name: 'To check with the data team',
        description: null,
        of: { state: 'NY' },
        count: 6,
        daysAgo: 20,
      },
    ],
  },
  monthly: {
    lists: [
      {
        name: 'ICU nurses, Texas',
        description: 'Night shifts, two hospitals in Houston. Start in spring.',
        of: { specialty: 'Registered Nurse', state: 'TX' },
        count: 48,
        daysAgo: 33,
      },
      {
        name: 'Cardiology shortlist',
        description: null,
        of: { specialty: 'Cardiovascular Disease' },
        count: 9,
        daysAgo: 6,
      },
      { name: 'Phone on Monday', description: null, of: {}, count: 1, daysAgo: 1 },
    ],
    notes: ['Open to nights from May. Prefers e-mail.', null, 'Met at the Austin job fair.', null],
    searches: [
      {
        name: 'Nurses in Texas',
        params: { specialty: 'Registered Nurse', state: 'TX' },
        daysAgo: 34,
      },
      { name: 'Cardiology', params: { specialty: 'Cardiovascular Disease' }, daysAgo: 7 },
      {
        name: 'Charge nurses for the Houston night shifts',
        params: {
          query: 'icu',
          specialty: 'Registered Nurse,Nurse Practitioner',
          state: 'TX',
          city: 'Houston',
          title: 'Charge Nurse',
          companySize: '1000 to 4999,5000+',
          sortKey: 'name',
        },
        daysAgo: 2,
      },
    ],
    templates: [FIRST_CONTACT],
    settings: { 'email.signature': 'Morgan Monthly\nRecruiter' },
  },
  annual: {
    lists: [
      {
        name: 'Pharmacists, Ontario',
        description: 'For the hospital group in Ottawa.',
        of: { specialty: 'Pharmacist', state: 'ON' },
        count: 24,
        daysAgo: 70,
      },
      {
        name: 'Physician assistants',
        description: 'Every region; sorted out by state later.',
        of: { specialty: 'Physician Assistant' },
        count: 320,
        daysAgo: 47,
      },
      {
        name: 'Dentists, California',
        description: null,
        of: { specialty: 'Dentistry', state: 'CA' },
        count: 77,
        daysAgo: 12,
      },
      { name: 'Second interviews', description: null, of: {}, count: 12, daysAgo: 4 },
      { name: 'New this week', description: null, of: {}, count: 0, daysAgo: 0 },
    ],
    notes: [
      'Sent the contract on Friday.',
      'Wants to move closer to Toronto.',
      null,
      null,
      'Speaks French. Asked to be called in the evening, never at work.',
      null,
    ],
    searches: [
      {
        name: 'Pharmacists, Ontario',
        params: { specialty: 'Pharmacist', state: 'ON' },
        daysAgo: 71,
      },
      {
        name: 'Big hospitals',
        params: {
          companySize: '5000+',
          companyIndustry: 'Hospitals & Physicians Clinics,Hospital & Health Care',
          sortKey: 'organization',
        },
        daysAgo: 40,
      },
      {
        name: 'Physician assistants, West Coast universities',
        params: {
          specialty: 'Physician Assistant',
          state: 'CA',
          education: 'University',
          sortKey: 'location',
          sortDirection: 'desc',
        },
        daysAgo: 12,
      },
      {
        name: 'Telemetry',
        params: { query: 'telemetry', skills: 'Telemetry' },
        daysAgo: 9,
        news: { new: 4, moved: 2, gone: 1, verified: 3 },
      },
    ],
    templates: [FIRST_CONTACT, LOCUMS],
    settings: {
      'email.signature': 'Alex Annual\nSenior Recruiter',
      'notifications.newFeatures': true,
      'notifications.marketing': false,
    },
  },
  free: {
    ...NOTHING,
    lists: [
      {
        name: 'From my trial',
        description: 'Kept from before the plan ended.',
        of: {},
        count: 5,
        daysAgo: 10,
      },
    ],
    templates: [{ ...FIRST_CONTACT, daysAgo: 9 }],
  },
  demo: {
    lists: [
      {
        name: 'Sample list: family medicine',
        description: 'What a list looks like.',
        of: { specialty: 'Family Medicine' },
        count: 15,
        daysAgo: 60,
      },
      { name: 'Sample list: shortlist', description: null, of: {}, count: 3, daysAgo: 30 },
    ],
    notes: ['Notes are yours alone.', null, null],
    searches: [{ name: 'Sample search', params: { specialty: 'Family Medicine' }, daysAgo: 60 }],
    templates: [FIRST_CONTACT],
    settings: {},
  },
}
