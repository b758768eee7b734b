import type { Model } from '../model.ts'

export const suntech: readonly Model[] = [
  { id: 601, title: 'ST300', tags: ['vehicle'], protocol: 'suntech' },
  { id: 602, title: 'ST310U', tags: ['vehicle'], protocol: 'suntech' },
  { id: 603, title: 'ST340', tags: ['vehicle'], protocol: 'suntech' },
  { id: 604, title: 'ST3300', tags: ['vehicle'], protocol: 'suntech' },
  { id: 605, title: 'ST3310', tags: ['vehicle'], protocol: 'suntech' },
  { id: 606, title: 'ST3340', tags: ['vehicle'], protocol: 'suntech' },
  { id: 607, title: 'ST4300', tags: ['vehicle'], protocol: 'suntech' },
  { id: 608, title: 'ST4310', tags: ['vehicle'], protocol: 'suntech' },
  { id: 609, title: 'ST4340', tags: ['vehicle'], protocol: 'suntech' },
  { id: 610, title: 'ST8300', tags: ['vehicle'], protocol: 'suntech' },
  { id: 611, title: 'ST8310', tags: ['vehicle'], protocol: 'suntech' },
  { id: 612, title: 'ST940', tags: ['common'], protocol: 'suntech' },
  { id: 613, title: 'ST4945', tags: ['common'], protocol: 'suntech' },
  { id: 614, title: 'ST215', tags: ['vehicle', 'legacy'], protocol: 'suntech' },
  { id: 615, title: 'ST240', tags: ['vehicle', 'legacy'], protocol: 'suntech' },
]
