import { BRAND } from '#sync/contract/brand.ts'
import type { SiteValues } from './site.ts'

/**
 * The texts in the head of a page. The server writes them, and the app does when it navigates
 * there.
 */
export interface PageText {
  /** The title in the browser's tab, before the brand. */
  title: string
  description?: string
  /**
   * Marks a page that is for one person, or useless to strangers: search engines must not index it.
   */
  isPrivate?: true
  /**
   * The label in the menu and bar of administrators, in the order below; pages without one are not
   * listed.
   */
  adminLabel?: string
}

/** All addresses of pages; the server responds 404 to any other. */
export const PAGES: Record<string, PageText> = {
  '/': { title: 'Find and reach healthcare professionals' },
  '/search': { title: 'Search' },
  '/about': { title: 'About us' },
  '/specialties': {
    title: 'Specialties',
    description: 'Every specialty in the directory, from Addiction Medicine to Wound Care.',
  },
  '/pricing': {
    title: 'Pricing',
    description: 'Monthly for $295, or annual for $2,995. Both open the whole directory.',
  },
  '/login': { title: 'Log in' },
  '/signup': { title: 'Get Started' },
  '/check-email-confirmation': { title: 'Check your email', isPrivate: true },
  '/confirm-email': { title: 'Confirm your email address', isPrivate: true },
  '/forgot-password': { title: 'Forgot your password?', isPrivate: true },
  '/reset-password': { title: 'Set a new password', isPrivate: true },
  '/lists': { title: 'My Lists', isPrivate: true },
  '/lists/deleted': { title: 'Deleted lists', isPrivate: true },
  '/lists/favorites': { title: 'Favorites', isPrivate: true },
  '/due': { title: 'Due', isPrivate: true },
  '/bring': { title: 'People from a file', isPrivate: true },
  '/email': { title: 'AI Email Generator', isPrivate: true },
  '/account': { title: 'Account Settings', isPrivate: true },
  '/admin-dashboard': { title: 'Profile Approvals', isPrivate: true },
  '/users': { title: 'User Management', isPrivate: true, adminLabel: 'Users' },
  '/resume-approval': {
    title: 'Resume Submissions',
    isPrivate: true,
    adminLabel: 'Resume Approval',
  },
  '/admin-directory': { title: 'Directory', isPrivate: true, adminLabel: 'Directory' },
  '/admin-logs': { title: 'Search Error Logs', isPrivate: true, adminLabel: 'Logs' },
  '/admin-settings': { title: 'Website Settings', isPrivate: true },
  '/admin-audit': { title: 'Audit log', isPrivate: true },
  '/join': { title: 'Join a team', isPrivate: true },
  '/payment-success': { title: 'Payment', isPrivate: true },
  '/contact': {
    title: 'Contact us',
    description: 'Ask a question, correct an entry, or have a plan made for a whole team.',
  },
  '/submit-resume': {
    title: 'Submit your resume',
    description: 'Be found by the recruiters of hospitals, clinics and practices.',
  },
  '/confirm-submission': { title: 'Confirm your resume', isPrivate: true },
  '/success': { title: 'Your resume', isPrivate: true },
  '/remove-info': {
    title: 'Remove My Information',
    description: 'Have what the directory holds of you removed, for good.',
  },
  '/confirm-removal': { title: 'Confirm the removal', isPrivate: true },
  '/unsubscribe': { title: 'Mails of news', isPrivate: true },
  '/terms': { title: 'Terms of Service' },
  '/privacy': { title: 'Privacy Policy' },
  '/compliance': { title: 'Data Compliance' },
  '/money-back-guarantee': { title: '30-Day Money Back Guarantee' },
}

/** The address of an account's page, for administrators. */
export const USER_PATH = /^\/users\/[^/]+$/

/** The address of a list. Only its owner's device knows whether the list exists. */
export const LIST_PATH = /^\/lists\/[^/]+$/

/** The address at which a list's people are called one after the other. */
export const CALL_BLOCK_PATH = /^\/lists\/[^/]+\/call$/

/** The address of a profile: `/physician/{id}` and `/physicians/{id}` are the same page. */
export const PROFILE_PATH = /^\/physicians?\/([^/]+)$/

/** The address under which the body shared by all profiles is prerendered. */
export const PROFILE_DOCUMENT = '/physician/any'

/** The address under which the body shared by all lists is prerendered. */
export const LIST_DOCUMENT = '/lists/00000000-0000-0000-0000-000000000000'

/** Matches lists' ids, which are UUIDs; any other text in that place leads to another page. */
const LIST_ID_PATH = /^\/lists\/[0-9a-f-]{36}$/i

/** The address under which a path's document is prerendered. */
export function prerenderedAt(path: string): string {
  if (PROFILE_PATH.test(path)) return PROFILE_DOCUMENT
  return LIST_ID_PATH.test(path) ? LIST_DOCUMENT : path
}

/** The full title of a tab. */
export function documentTitle(title: string): string {
  return `${title} · ${BRAND}`
}

/**
 * The full title of the tab of a page with its own address; an administrator can set that of the
 * front page.
 */
export function pageTitle(path: string, page: PageText, values: SiteValues): string {
  const set = path === '/' && (values.google_search_title || values.seo_title)
  return set || documentTitle(page.title)
}
