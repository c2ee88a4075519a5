import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { newId } from './new-objects.ts'
import type { Customer, Event, Invoice, PortalSession, Session, Subscription } from './objects.ts'

/** The stand-in's whole state, newest last. */
export interface State {
  apiKey: string
  webhookSecret: string
  customers: Customer[]
  sessions: Session[]
  portals: PortalSession[]
  subscriptions: Subscription[]
  invoices: Invoice[]
  events: Event[]
  /** Ids of the customers whose card is declined. */
  declining: string[]
  /** Ids of the customers whose card was taken off. */
  cardless: string[]
}

/** An empty test account. */
export function newState(): State {
  return {
    apiKey: newId('sk_test'),
    webhookSecret: newId('whsec'),
    customers: [],
    sessions: [],
    portals: [],
    subscriptions: [],
    invoices: [],
    events: [],
    declining: [],
    cardless: [],
  }
}

/** The stored state of an earlier run, or an empty account. */
export function readState(file: string): State {
  try {
    const state = { ...newState(), ...(JSON.parse(readFileSync(file, 'utf8')) as Partial<State>) }
    // Invoices stored by a previous release do not have the time of their payment.
    const unknown = { status_transitions: { paid_at: null } }
    return { ...state, invoices: state.invoices.map((invoice) => ({ ...unknown, ...invoice })) }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return newState()
    throw error
  }
}

/** Replaces the file atomically: after a crash it holds the old state or the new one. */
export function writeState(file: string, state: State): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(state))
  renameSync(`${file}.new`, file)
}
