/** Drawings of devices, one for each kind of build; they are in `pictures`. */
import type { Model } from './model.ts'

export const pictures = ['tracker', 'obd', 'camera', 'asset', 'phone', 'beacon'] as const
export type Picture = (typeof pictures)[number]

const tagPictures: Readonly<Record<string, Picture>> = { 'Bluetooth tag': 'beacon', Asset: 'asset' }
/** A home-made device may look like anything: the models of maker 91. */
const isHomeMade = (id: number): boolean => Math.floor(id / 100) === 91

/** Null: no picture. */
export function pictureOf({ id, title, tags, protocol, build }: Model): Picture | null {
  if (isHomeMade(id)) return null
  if (protocol === 'tags') return tagPictures[title] ?? null
  if (build) return build
  if (tags.includes('mobile')) return 'phone'
  return tags.includes('vehicle') ? 'tracker' : 'asset'
}
