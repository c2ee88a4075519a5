// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { saveFile } from '#web/lib/exports/save-file.ts'
import { identityQuestion } from '#web/session/confirm-identity.ts'
import { toastStore } from '#web/ui/toast-store.ts'
import { downloadAudit } from './accounts-client.ts'
import { DownloadButton } from './download-button.tsx'

vi.mock('#web/lib/exports/save-file.ts', () => ({ saveFile: vi.fn() }))

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const refusal = () =>
  Response.json(
    { error: { code: 'confirmation_required', message: 'Please confirm that it is you.' } },
    { status: 403 },
  )

it('a file is saved once who asks has confirmed that it is them', async () => {
  const fetched = vi
    .fn()
    .mockResolvedValueOnce(refusal())
    .mockResolvedValueOnce(new Response('Id,Time'))
  vi.stubGlobal('fetch', fetched)
  render(
    <DownloadButton onDownload={() => downloadAudit({ actor: 'ada' }, 'csv')}>CSV</DownloadButton>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'CSV' }))
  await vi.waitFor(() => expect(identityQuestion.settle).not.toBeNull())
  expect(saveFile).not.toHaveBeenCalled()
  identityQuestion.settle?.(true)
  await vi.waitFor(() => expect(saveFile).toHaveBeenCalledOnce())
  const [content, name] = vi.mocked(saveFile).mock.calls[0] ?? []
  expect([await content?.text(), name]).toEqual(['Id,Time', 'audit.csv'])
  expect(fetched.mock.calls.map(([address]) => address)).toEqual(
    Array(2).fill('/api/admin/audit/file?actor=ada&format=csv'),
  )
})

it('a file that does not come is told', async () => {
  vi.stubGlobal('fetch', vi.fn().mockResolvedValue(new Response('', { status: 500 })))
  render(<DownloadButton onDownload={() => downloadAudit({}, 'ndjson')}>NDJSON</DownloadButton>)
  fireEvent.click(screen.getByRole('button', { name: 'NDJSON' }))
  await vi.waitFor(() => expect(toastStore.current?.title).toBe('The file was not downloaded'))
})
