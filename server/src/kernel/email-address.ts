/** One mailbox, written plainly: no list, no name, no comment, no line break. */
const mailbox = /^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@(?:\[[0-9A-Fa-f:.]+\]|[^\s@<>()[\]\\,;:"\p{Cc}]{1,253})$/u

export const isAddress = (text: string): boolean => text.length <= 254 && mailbox.test(text)

export interface Sender {
  readonly name: string
  readonly address: string
}

/** `mail@example.com`, or `Name <mail@example.com>`. */
export function readSender(text: string): Sender | undefined {
  const [, name = '', address = text] = /^([^<>\p{Cc}]*)<([^<>]+)>$/u.exec(text) ?? []
  return isAddress(address) ? { name: name.trim(), address } : undefined
}
