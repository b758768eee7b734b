import type { Model } from '../model.ts'

/** Devices of no maker: what they say and how they connect is all that is known of them. */
export const homeMade: readonly Model[] = [
  { id: 9101, title: 'MQTT device', tags: ['common'], protocol: 'mqtt' },
  { id: 9102, title: 'HTTP JSON device', tags: ['common'], protocol: 'httpjson' },
  { id: 9103, title: 'LoRaWAN device', tags: ['common'], protocol: 'lorawan' },
]
