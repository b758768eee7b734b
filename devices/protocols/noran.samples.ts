import { hex } from '../bytes/bytes.ts'
import type { Sample } from '../sample.ts'

const samples: readonly Sample[] = [
  {
    what: 'a tracker says hello',
    link: 'udp',
    frame: hex('0f0000004e52303141303030313700'),
    ident: 'NR01A00017',
    reply: hex('0d0a2a4b57000d000080010d0a'),
  },
  {
    what: 'a position with temperature and mileage',
    link: 'udp',
    frame: hex('28003200c3052b5a00083dca41a6bf5a42fabe62694e52303141303030313700032819003456894a'),
    ident: 'NR01A00017',
    messages: [
      {
        'custom.flags': 195,
        'event.enum': 5,
        'position.speed': 43,
        'position.direction': 90,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798004,
        'position.valid': true,
        timestamp: 1779019198,
        'custom.inputs': 3,
        'custom.fuel': 40,
        'custom.temperature': 25,
        'vehicle.mileage': 4500.25,
      },
    ],
  },
  {
    what: 'an old position without a fix',
    link: 'udp',
    frame: hex('22000800c2022b5a00083dca41a6bf5a42fabe62694e523031413030303137000328'),
    ident: 'NR01A00017',
    messages: [
      {
        'custom.flags': 194,
        'event.enum': 2,
        'overspeeding.status': true,
        'alarm.event': true,
        'alarm.type': 'overspeed',
        'position.speed': 43,
        'position.direction': 90,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798004,
        'position.valid': false,
        timestamp: 1779019198,
        'custom.inputs': 3,
        'custom.fuel': 40,
      },
    ],
  },
  {
    what: 'a newer position, south and west',
    link: 'udp',
    frame: hex(
      '34000800010b2b0000000000b542083dcac1a6bf5ac24e523032423030303138000032362d30352d31372031313a35393a353800',
    ),
    ident: 'NR02B00018',
    messages: [
      {
        'custom.flags': 1,
        'event.enum': 11,
        'position.speed': 43,
        'position.direction': 90.5,
        'position.latitude': -54.6871567,
        'position.longitude': -25.2798004,
        'position.valid': true,
        timestamp: 1779019198,
      },
    ],
  },
  {
    what: 'an SOS call',
    link: 'udp',
    frame: hex(
      '3400030001012b0000000000b542083dcac1a6bf5ac24e523032423030303138000032362d30352d31372031313a35393a353800',
    ),
    ident: 'NR02B00018',
    messages: [
      {
        'custom.flags': 1,
        'event.enum': 1,
        'alarm.panic.status': true,
        'alarm.event': true,
        'alarm.type': 'sos',
        'position.speed': 43,
        'position.direction': 90.5,
        'position.latitude': -54.6871567,
        'position.longitude': -25.2798004,
        'position.valid': true,
        timestamp: 1779019198,
      },
    ],
  },
  {
    what: 'the answer to a command',
    link: 'udp',
    frame: hex(
      '3c000980000000000000000001002b0000000000b542083dcac1a6bf5ac24e523032423030303138000032362d30352d31372031313a35393a353800',
    ),
    ident: 'NR02B00018',
    messages: [
      {
        'custom.flags': 1,
        'event.enum': 0,
        'position.speed': 43,
        'position.direction': 90.5,
        'position.latitude': -54.6871567,
        'position.longitude': -25.2798004,
        'position.valid': true,
        'message.type': 'command.answer',
        timestamp: 1779019198,
      },
    ],
  },
]

export default samples
