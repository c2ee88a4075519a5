import type { Reading, SearchFilters } from '../../db/schema/search.ts'
import { call, isRecord } from './api-client.ts'

/** What a search screen asks beside the search itself. */

/** A name of the directory, and how many people it finds. */
export interface Counted {
  name: string
  count: number
}

/** What a text that is being typed may become; people only for those who may search. */
export interface Suggestions {
  specialties: Counted[]
  cities: (Counted & { city: string; state: string })[]
  organizations: Counted[]
  people: Counted[]
}

/** What somebody without a plan sees of a search: how it was understood, and how many match. */
export interface SearchPreview {
  interpretation?: Reading[]
  notice?: string
  /** Null exactly where there are fewer than 50. */
  count: number | null
  isFewerThan50: boolean
}

/** What would help a search that found nobody. */
export interface SearchHelp {
  /** People without that filter, most first. */
  filters: { filter: string; count: number }[]
  /** People without that part of the text, and the text that is left. */
  words: { text: string; query: string; count: number }[]
  /** The other reading that finds most people; `query` asks for it. */
  nearest: { query: string; kind: Reading['kind']; values: string[]; count: number } | null
}

/** @throws ApiError; an AbortError when `signal` aborts. */
export function suggest(text: string, signal: AbortSignal): Promise<Suggestions> {
  return call((init) => post('suggest', { text }, init), isSuggestions, signal)
}

/** @throws ApiError `rate_limited` among others; an AbortError when `signal` aborts. */
export function previewSearch(filters: SearchFilters, signal: AbortSignal): Promise<SearchPreview> {
  return call((init) => post('preview', { filters }, init), isPreview, signal)
}

/** @throws ApiError; an AbortError when `signal` aborts. */
export function helpSearch(filters: SearchFilters, signal: AbortSignal): Promise<SearchHelp> {
  return call((init) => post('help', { filters }, init), isHelp, signal)
}

function post(path: string, body: unknown, init: { signal: AbortSignal }): Promise<Response> {
  return fetch(`/api/search/${path}`, {
    ...init,
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
}

function isSuggestions(body: unknown): body is Suggestions {
  const groups = ['specialties', 'cities', 'organizations', 'people']
  return isRecord(body) && groups.every((group) => Array.isArray(body[group]))
}

function isPreview(body: unknown): body is SearchPreview {
  return isRecord(body) && typeof body.isFewerThan50 === 'boolean'
}

function isHelp(body: unknown): body is SearchHelp {
  return isRecord(body) && Array.isArray(body.filters) && Array.isArray(body.words)
}
