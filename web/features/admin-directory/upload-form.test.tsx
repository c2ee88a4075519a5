// @vitest-environment happy-dom
import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { uploadFile } from './import-upload.ts'
import { UploadForm } from './upload-form.tsx'

vi.mock('./import-upload.ts', async (original) => ({
  ...(await original<typeof import('./import-upload.ts')>()),
  uploadFile: vi.fn(),
}))

it('an empty file is refused in words, and not uploaded', async () => {
  const imports = {
    ...{ rows: [], failure: null, hasMore: false, isLoadingMore: false },
    ...{ reload: vi.fn(), loadMore: vi.fn(), act: vi.fn() },
  }
  const { container } = render(<UploadForm imports={imports} />)
  const files = [new File([], 'people.csv')]
  const picker = container.querySelector('input[type=file]') as HTMLInputElement
  await act(async () => fireEvent.change(picker, { target: { files } }))
  screen.getByText('The file is empty. Choose another one.')
  expect(uploadFile).not.toHaveBeenCalled()
})
