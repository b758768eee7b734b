import type { Model } from '../model.ts'

export const ruptela: readonly Model[] = [
  { id: 501, title: 'FM-Eco4', tags: ['vehicle'], protocol: 'ruptela' },
  { id: 502, title: 'FM-Eco4+', tags: ['vehicle'], protocol: 'ruptela' },
  { id: 503, title: 'FM-Plug4', tags: ['vehicle'], protocol: 'ruptela' },
  { id: 504, title: 'FM-Pro4', tags: ['vehicle'], protocol: 'ruptela' },
  { id: 505, title: 'FM-Tco4 HCV', tags: ['vehicle'], protocol: 'ruptela' },
  { id: 506, title: 'FM-Tco4 LCV', tags: ['vehicle'], protocol: 'ruptela' },
  { id: 507, title: 'Eco5 Lite', tags: ['vehicle'], protocol: 'ruptela' },
  { id: 508, title: 'Plug5', tags: ['vehicle'], protocol: 'ruptela' },
  { id: 509, title: 'Pro5', tags: ['vehicle'], protocol: 'ruptela' },
  { id: 510, title: 'HCV5', tags: ['vehicle'], protocol: 'ruptela' },
  { id: 511, title: 'Trace5', tags: ['vehicle'], protocol: 'ruptela' },
  { id: 512, title: 'FM-Eco3', tags: ['vehicle', 'legacy'], protocol: 'ruptela' },
  { id: 513, title: 'FM-Pro3', tags: ['vehicle', 'legacy'], protocol: 'ruptela' },
  { id: 514, title: 'FM-Eco4 light', tags: ['vehicle'], protocol: 'ruptela' },
  { id: 515, title: 'FM-Eco4 light+', tags: ['vehicle'], protocol: 'ruptela' },
  { id: 516, title: 'FM-Tco3', tags: ['vehicle'], protocol: 'ruptela' },
  { id: 517, title: 'LCV5', tags: ['vehicle'], protocol: 'ruptela' },
  { id: 518, title: 'HCV5-Lite', tags: ['vehicle'], protocol: 'ruptela' },
  { id: 519, title: 'Pro5-Lite', tags: ['vehicle'], protocol: 'ruptela' },
  { id: 520, title: 'Eco5', tags: ['vehicle'], protocol: 'ruptela' },
]
