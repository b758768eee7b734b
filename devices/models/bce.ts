import type { Model } from '../model.ts'

export const bce: readonly Model[] = [
  { id: 2901, title: 'FMS500 Light', tags: ['vehicle'], protocol: 'bce' },
  { id: 2902, title: 'FMS500 Light+', tags: ['vehicle'], protocol: 'bce' },
  { id: 2903, title: 'FMS500 StCAN', tags: ['vehicle'], protocol: 'bce' },
  { id: 2904, title: 'FM Blue', tags: ['vehicle'], protocol: 'bce' },
]
