/** Packets of NTCB, which all samples begin with. */
import { ascii, concat, le16, le32 } from '../../../bytes/bytes.ts'
import { xor8 } from '../../../bytes/checksum.ts'
import type { Sample } from '../../../sample.ts'

const ident = '356307042441013'

export const control = (body: Uint8Array, to = 1, from = 0) => {
  const head = concat(ascii('@NTC'), le32(to), le32(from), le16(body.length), [xor8(body)])
  return concat(head, [xor8(head)], body)
}
export const login: Sample = {
  what: 'a tracker says who it is',
  link: 'tcp',
  frame: control(ascii(`*>S:${ident}`)),
  ident,
  reply: control(ascii('*<S'), 0, 1),
}
