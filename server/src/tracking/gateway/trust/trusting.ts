/**
 * The first frame of a clone whose checksum is wrong: its sender is looked up, because the unit may be set to ignore
 * checksums. Otherwise nothing is stored from it.
 */
import {
  type Decoded,
  decoderByName,
  type Protocol,
  ProtocolError,
  type ProtocolName,
  settingsOf,
} from '@waymark/devices'
import type { AdmittedUnit } from '../session-services.ts'

export interface DoubtfulIdent {
  readonly ident: string
  readonly password: string | undefined
}

const ignoring = { settings: { checksum: 'ignore' } } as const

/** Undefined: it identifies itself without this, or never. */
export function readTrusting(
  { name }: Protocol,
  { ident }: Decoded<unknown>,
  frame: Uint8Array,
  state: unknown,
  now: Date,
): DoubtfulIdent | undefined {
  if (ident !== undefined || !settingsOf(name).some((setting) => setting.name === 'checksum')) return undefined
  try {
    const found = decoderByName(name as ProtocolName)!.decode(frame, state, now, ignoring)
    return found.ident === undefined ? undefined : { ident: found.ident, password: found.password }
  } catch (error) {
    if (error instanceof ProtocolError) return undefined
    throw error
  }
}

export const ignoresChecksum = ({ settings }: AdmittedUnit): boolean => settings?.checksum === 'ignore'
