// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '#web/lib/api-client.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { ContactScreen } from './contact-screen.tsx'
import { sendContactMessage } from './intake-client.ts'

vi.mock('./intake-client.ts', async (original) => ({
  ...(await original<typeof import('./intake-client.ts')>()),
  sendContactMessage: vi.fn(),
}))
vi.mock('@tanstack/react-router', () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}))

const MESSAGE = {
  Name: 'Jo',
  Email: 'jo@example.com',
  Subject: 'Hello',
  Message: 'Are nurses listed?',
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const typed = () => Object.keys(MESSAGE).map((label) => field(label).value)

beforeEach(() => {
  vi.resetAllMocks()
  toastStore.current = null
})
afterEach(cleanup)

function send(): void {
  render(<ContactScreen />)
  for (const [label, value] of Object.entries(MESSAGE)) {
    fireEvent.change(field(label), { target: { value } })
  }
  fireEvent.click(screen.getByRole('button', { name: 'Send message' }))
}

it('PAGES-10 PAGES-11 a message is sent as it was typed, said to be, and the form cleared', async () => {
  send()
  await waitFor(() =>
    expect(toastStore.current).toMatchObject({
      title: 'Message sent!',
      description: 'We answer to jo@example.com.',
      tone: 'ok',
    }),
  )
  expect(sendContactMessage).toHaveBeenCalledExactlyOnceWith({
    name: 'Jo',
    email: 'jo@example.com',
    subject: 'Hello',
    message: 'Are nurses listed?',
  })
  expect(typed()).toEqual(['', '', '', ''])
})

it('a message that is half written waits while another page is looked at', () => {
  render(<ContactScreen />)
  fireEvent.change(field('Message'), { target: { value: 'Are nurs' } })
  cleanup()
  render(<ContactScreen />)
  expect(field('Message').value).toBe('Are nurs')
})

it('nothing can be added to a message while it is sent: it would be cleared with it', async () => {
  let sent = (): void => undefined
  vi.mocked(sendContactMessage).mockReturnValue(new Promise<void>((resolve) => (sent = resolve)))
  send()
  await waitFor(() => expect(field('Message').readOnly).toBe(true))
  sent()
  await waitFor(() => expect(field('Message').readOnly).toBe(false))
})

it('PAGES-12 a message that could not be sent stays typed, and is no toast', async () => {
  vi.mocked(sendContactMessage).mockRejectedValue(new ApiError('internal_error', 'x'))
  send()
  await screen.findByText('Something went wrong')
  screen.getByText('Your message could not be sent. Please try again later.')
  expect(typed()).toEqual(Object.values(MESSAGE))
  expect(toastStore.current).toBeNull()
})

it.each([
  ['offline', 'You are offline. Try again once you are connected.'],
  ['rate_limited', 'Try again in 60 seconds.'],
] as const)(
  'PAGES-12 a message that could not be sent for now says so: %s',
  async (code, words) => {
    vi.mocked(sendContactMessage).mockRejectedValue(new ApiError(code, 'Try again in 60 seconds.'))
    send()
    await screen.findByText(words)
    screen.getByText('Something went wrong')
    expect(typed()).toEqual(Object.values(MESSAGE))
  },
)

it('PAGES-09 what the server refuses is told beside its field alone', async () => {
  const data = { issues: [{ path: 'email' }] }
  vi.mocked(sendContactMessage).mockRejectedValue(new ApiError('invalid_input', 'x', { data }))
  send()
  await screen.findByText('Please enter a valid email address.')
  expect(screen.queryByText('Something went wrong')).toBeNull()
  expect(field('Email').getAttribute('aria-invalid')).toBe('true')
  expect(field('Name').getAttribute('aria-invalid')).not.toBe('true')
  expect(typed()).toEqual(Object.values(MESSAGE))
})
