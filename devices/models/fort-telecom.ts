import type { Model } from '../model.ts'

export const fortTelecom: readonly Model[] = [
  { id: 4301, title: 'FORT-111', tags: ['vehicle'], protocol: 'egts' },
  { id: 4302, title: 'FORT-112EG', tags: ['vehicle'], protocol: 'egts' },
  { id: 4303, title: 'FORT-300', tags: ['vehicle'], protocol: 'egts' },
]
