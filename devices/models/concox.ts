import type { Model } from '../model.ts'

export const concox: readonly Model[] = [
  { id: 301, title: 'BL10', tags: ['vehicle'], protocol: 'gt06' },
  { id: 302, title: 'EG02', tags: ['vehicle'], protocol: 'gt06' },
  { id: 303, title: 'ET25', tags: ['vehicle'], protocol: 'gt06' },
  { id: 304, title: 'GT06E', tags: ['vehicle'], protocol: 'gt06' },
  { id: 305, title: 'GT06N', tags: ['vehicle'], protocol: 'gt06' },
  { id: 306, title: 'GT800', tags: ['vehicle'], protocol: 'gt06' },
  { id: 307, title: 'GV20', tags: ['vehicle'], protocol: 'gt06' },
  { id: 308, title: 'HVT001', tags: ['vehicle'], protocol: 'gt06' },
  { id: 309, title: 'JV200', tags: ['vehicle'], protocol: 'gt06' },
  { id: 310, title: 'OB22', tags: ['vehicle'], protocol: 'gt06' },
  { id: 311, title: 'WeTrack Lite', tags: ['vehicle'], protocol: 'gt06' },
  { id: 312, title: 'WeTrack2', tags: ['vehicle'], protocol: 'gt06' },
  { id: 313, title: 'X3', tags: ['vehicle'], protocol: 'gt06' },
  { id: 314, title: 'AT1', tags: ['common'], protocol: 'gt06' },
  { id: 315, title: 'AT4', tags: ['common'], protocol: 'gt06' },
  { id: 316, title: 'AT6', tags: ['common'], protocol: 'gt06' },
  { id: 317, title: 'Qbit', tags: ['common'], protocol: 'gt06' },
  { id: 318, title: 'GT06', tags: ['vehicle', 'legacy'], protocol: 'gt06' },
  { id: 319, title: 'TR06', tags: ['vehicle', 'legacy'], protocol: 'gt06' },
]
