// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { ImageSetting } from './image-setting.tsx'
import type { Settings } from './use-settings.ts'

afterEach(cleanup)

it('SITE-09 the same file can be chosen twice, and one is dropped', () => {
  const upload = vi.fn()
  const settings = { saved: null, errors: {}, work: null, upload } as unknown as Settings
  render(<ImageSetting settingKey="favicon_url" settings={settings} onHistory={() => undefined} />)
  const picker = screen.getByLabelText<HTMLInputElement>(/^File for/)
  const emptied = vi.spyOn(picker, 'value', 'set')
  const file = new File(['x'], 'icon.png', { type: 'image/png' })
  fireEvent.change(picker, { target: { files: [file] } })
  expect(upload).toHaveBeenLastCalledWith('favicon_url', file)
  // A browser tells of a choice that differs from the value before.
  expect(emptied).toHaveBeenCalledExactlyOnceWith('')

  const dropped = new File(['y'], 'other.png', { type: 'image/png' })
  const box = screen.getByRole('button', { name: /^Click to upload or drag & drop/ })
  fireEvent.drop(box, { dataTransfer: { files: [dropped] } })
  expect(upload).toHaveBeenLastCalledWith('favicon_url', dropped)
})
