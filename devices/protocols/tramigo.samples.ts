import { ascii, hex } from '../bytes/bytes.ts'
import type { Sample } from '../sample.ts'

const samples: readonly Sample[] = [
  {
    what: 'a report in words',
    link: 'tcp',
    frame: hex(
      '8000c426b00089000101abcd0375980cbead096a5472616d69676f3a204d6f76696e672c20302e3132206b6d2045206f6620546f776e2048616c6c2c2056696c6e6975732c204c542c2035342e36383731352c2032352e32373938302c204e572077697468207370656564203433206b6d2f682c2031313a35393a3538204d61792031372020454f46',
    ),
    ident: '58038284',
    messages: [
      {
        timestamp: 1779019198,
        'record.seqnum': 9924,
        'message.content':
          'Tramigo: Moving, 0.12 km E of Town Hall, Vilnius, LT, 54.68715, 25.27980, NW with speed 43 km/h, 11:59:58 May 17',
        'position.latitude': 54.68715,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.direction': 315,
        'position.speed': 43,
        'movement.status': true,
      },
    ],
    reply: ascii('gprs,ack,9924'),
  },
  {
    what: 'the ignition was switched off',
    frame: hex(
      '8000c526b00093000101abcd0375980cbead096a56616e3a2049676e6974696f6e206f66662064657465637465642c2049676e4f6e506572696f643a2030303a30323a34312c2073746f707065642c20617420546f776e2048616c6c2c2056696c6e6975732c204c542c202d35342e36383731352c202d32352e32373938302c2031313a3539204d6179203137202020454f46',
    ),
    ident: '58038284',
    messages: [
      {
        timestamp: 1779019198,
        'record.seqnum': 9925,
        'message.content':
          'Van: Ignition off detected, IgnOnPeriod: 00:02:41, stopped, at Town Hall, Vilnius, LT, -54.68715, -25.27980, 11:59 May 17',
        'position.latitude': -54.68715,
        'position.longitude': -25.2798,
        'position.valid': true,
        'engine.ignition.status': false,
        'movement.status': false,
      },
    ],
    reply: ascii('gprs,ack,9925'),
  },
  {
    what: 'and on, and something hit it',
    frame: hex(
      '8000c626b00084000101abcd0375980cbead096a56616e3a2049676e6974696f6e206f6e2064657465637465642c2053686f636b2053656e736f722c207061726b65642c20617420546f776e2048616c6c2c2056696c6e6975732c204c542c2035342e36383731352c2032352e32373938302c2031313a3539204d617920313720454f46',
    ),
    ident: '58038284',
    messages: [
      {
        timestamp: 1779019198,
        'record.seqnum': 9926,
        'message.content':
          'Van: Ignition on detected, Shock Sensor, parked, at Town Hall, Vilnius, LT, 54.68715, 25.27980, 11:59 May 17',
        'position.latitude': 54.68715,
        'position.longitude': 25.2798,
        'position.valid': true,
        'engine.ignition.status': true,
        'movement.status': false,
        'vibration.alarm': true,
        'alarm.event': true,
        'alarm.type': 'vibration',
      },
    ],
    reply: ascii('gprs,ack,9926'),
  },
  {
    what: 'without a position',
    frame: hex(
      '8000c726b00036000101abcd0375980cbead096a56616e3a20534f532c206e6f204750532c2031313a3539204d617920313720454f46',
    ),
    ident: '58038284',
    messages: [
      {
        timestamp: 1779019198,
        'record.seqnum': 9927,
        'message.content': 'Van: SOS, no GPS, 11:59 May 17',
        'position.valid': false,
        'alarm.panic.status': true,
        'alarm.event': true,
        'alarm.type': 'sos',
      },
    ],
    reply: ascii('gprs,ack,9927'),
  },
  {
    what: 'a ping',
    frame: hex('8000c826c0001c000101abcd0375980cbead096a70696e6720454f46'),
    ident: '58038284',
    reply: ascii('gprs,ack,9928'),
  },
  {
    what: 'a report in numbers',
    link: 'tcp',
    frame: hex(
      '010009000001003a0101abcd05987503bead096a03000100129998203064110f140009000c00010077005a00005d120062000100bead096a0102',
    ),
    ident: '58038277',
    messages: [
      {
        'record.seqnum': 9,
        'report.reason': 3,
        'custom.status': 1,
        'position.latitude': 54.687157,
        'position.longitude': 25.2798,
        'position.valid': true,
        'custom.rssi': 20,
        'position.satellites': 9,
        'custom.satellites_visible': 12,
        'custom.antenna_status': 1,
        'position.speed': 42.84,
        'position.direction': 90,
        'vehicle.mileage': 1203.456,
        'custom.battery': 98,
        'custom.charge': 1,
        timestamp: 1779019198,
        'custom.rest': '0102',
      },
    ],
  },
  {
    what: 'another packet in numbers',
    frame: hex('01000900000200150101abcd05987503bead096a00'),
    ident: '58038277',
  },
  {
    what: 'items: a position, a zone and an extension',
    link: 'tcp',
    frame: hex(
      '047200abcd5c1be3202705f33f1d00bead096a0005000700000020002b725300ec9226002b005a00140962b004fa0036012d0078000000b6ad096a0016010400486f6d6514000000000000000000000000000000000000000000000000000000000000000132080068656c6c6fff00000000',
    ),
    ident: '864504031916915',
    messages: [
      {
        'event.enum': 5,
        'custom.event_data': 7,
        'custom.status': 32,
        'engine.ignition.status': true,
        'position.latitude': 54.68715,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 43,
        'position.direction': 90,
        'custom.rssi': 20,
        'custom.gps_signal': 9,
        'battery.level': 98,
        'segment.vehicle.mileage': 1.2,
        'custom.max_acceleration': 0.25,
        'custom.max_deceleration': 0.31,
        'custom.landmark_bearing': 45,
        'custom.landmark_distance': 120,
        'position.timestamp': 1779019190,
        'geofence.status': true,
        'custom.zone': 'Home',
        'custom.extended': '0000000000000000000000000000000000000000000000000000000000000001',
        'message.content': 'hello',
        timestamp: 1779019198,
        'record.seqnum': 7004,
      },
    ],
  },
  {
    what: 'items: a trip and places nearby',
    frame: hex(
      '049700abcd5c1be3202705f33f1d00bead096a0428a5096a000000004eff5c00606f5300188f26005cad096a00000000770096012b725300ec9226004c1200007b004a023d02000000012b0000000000000000000900080007004c54546f776e2048616c6c4f6c6420546f776e56696c6e69757301230000000000000000000900000007004c5443617468656472616c56696c6e697573',
    ),
    ident: '864504031916915',
    messages: [
      {
        'custom.trip_start': 1779017000,
        'custom.trip_start_latitude': 54.68,
        'custom.trip_start_longitude': 25.27,
        'custom.trip_end': 1779019100,
        'position.latitude': 54.68715,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.timestamp': 1779019100,
        'segment.vehicle.mileage': 4.684,
        'custom.trip': '7b004a023d02000000',
        'position.address': 'Town Hall, Old Town, Vilnius, LT',
        timestamp: 1779019198,
        'record.seqnum': 7004,
      },
    ],
  },
  {
    what: 'items: one that is not known',
    frame: hex('041600abcd5c1be3202705f33f1d00bead096a630102'),
    ident: '864504031916915',
    messages: [{ 'custom.item_99': '0102', timestamp: 1779019198, 'record.seqnum': 7004 }],
  },
]

export default samples
