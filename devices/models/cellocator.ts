import type { Model } from '../model.ts'

export const cellocator: readonly Model[] = [
  { id: 2601, title: 'Cello', tags: ['vehicle'], protocol: 'cellocator' },
  { id: 2602, title: 'Cello-CANiQ', tags: ['vehicle'], protocol: 'cellocator' },
  { id: 2603, title: 'CR300', tags: ['vehicle'], protocol: 'cellocator' },
  { id: 2604, title: 'CR300B', tags: ['vehicle'], protocol: 'cellocator' },
  { id: 2605, title: 'CelloTrack T', tags: ['common'], protocol: 'cellocator' },
  { id: 2606, title: 'CelloTrack Nano 20', tags: ['common'], protocol: 'cellocator' },
  { id: 2607, title: 'CelloTrack Solar', tags: ['common'], protocol: 'cellocator' },
  { id: 2608, title: 'Cello-IQ', tags: ['vehicle'], protocol: 'cellocator' },
  { id: 2609, title: 'Cello-F', tags: ['vehicle'], protocol: 'cellocator' },
  { id: 2610, title: 'CR200', tags: ['vehicle'], protocol: 'cellocator' },
  { id: 2611, title: 'CR200B', tags: ['vehicle'], protocol: 'cellocator' },
  { id: 2612, title: 'Compact CAN', tags: ['vehicle', 'legacy'], protocol: 'cellocator' },
  { id: 2613, title: 'CelloTrack Power', tags: ['common'], protocol: 'cellocator' },
  { id: 2614, title: 'CelloTrack Nano 10', tags: ['common'], protocol: 'cellocator' },
]
