import type { Model } from '../model.ts'

export const cellocator: readonly Model[] = [
  { id: 2601, title: 'Cello', tags: ['vehicle'], protocol: 'cellocator' },
  { id: 2602, title: 'Cello-CANiQ', tags: ['vehicle'], protocol: 'cellocator' },
  { id: 2603, title: 'CR300', tags: ['vehicle'], protocol: 'cellocator' },
  { id: 2604, title: 'CR300B', tags: ['vehicle'], protocol: 'cellocator' },
  { id: 2605, title: 'CelloTrack T', tags: ['common'], protocol: 'cellocator' },
  { id: 2606, title: 'CelloTrack Nano 20', tags: ['common'], protocol: 'cellocator' },
  { id: 2607, title: 'CelloTrack Solar', tags: ['common'], protocol: 'cellocator' },
]
