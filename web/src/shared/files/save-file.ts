/** Saves a text as a file on the viewer's disk. */
export function saveFile(name: string, text: string, type: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // The browser may still be reading it.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Excel reads Unicode only after a byte order mark. */
export const saveCsv = (name: string, text: string): void => saveFile(name, `\ufeff${text}`, 'text/csv;charset=utf-8')
