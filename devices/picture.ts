/** Drawings of devices, one for each kind of build; they are in `pictures`. */
import type { Model } from './model.ts'

export const pictures = ['tracker', 'obd', 'camera', 'asset', 'phone', 'beacon'] as const
export type Picture = (typeof pictures)[number]

const tagPictures: Readonly<Record<string, Picture>> = { 'Bluetooth tag': 'beacon', Asset: 'asset' }
/** What somebody builds at home may look like anything. */
const homeMade: readonly string[] = ['mqtt', 'httpjson', 'lorawan']

/** Null: there is none. */
export function pictureOf({ title, tags, protocol, build }: Model): Picture | null {
  if (homeMade.includes(protocol)) return null
  if (protocol === 'tags') return tagPictures[title] ?? null
  if (build) return build
  if (tags.includes('mobile')) return 'phone'
  return tags.includes('vehicle') ? 'tracker' : 'asset'
}
