/** Has the browser save content as a file. */
export function saveFile(content: Blob, fileName: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // By then the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
