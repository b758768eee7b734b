import { hex } from '../bytes/bytes.ts'
import type { Sample } from '../sample.ts'

const samples: readonly Sample[] = [
  {
    what: 'a login with its length',
    link: 'tcp',
    frame: hex('24000000303032363836343530343033313931363931357c3234367c30317c303031303032303038'),
    ident: '864504031916915',
  },
  {
    what: 'a report in millionths, the ignition is on',
    frame: hex(
      '7a0000003030323138363435303430333139313639313531312c3137303532363131353935382c302c3137303532363131353935382c3032353237393830302c35343638373135372c332c34332c39302c31312c312c312c3131322c3935383037312c32343630322c303031302c30312c36342c3230352c302c30343939',
    ),
    ident: '864504031916915',
    messages: [
      {
        'event.enum': 11,
        'engine.ignition.status': true,
        timestamp: 1779019198,
        'position.latitude': 54.687157,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 43,
        'position.direction': 90,
        'position.satellites': 11,
        'position.altitude': 112,
        'vehicle.mileage': 958.071,
        'gsm.operator.code': '24602',
        din: 2,
        dout: 1,
        'custom.battery': 64,
        'custom.value_1': '205',
        'custom.value_2': '0',
        'custom.value_3': '0499',
      },
    ],
  },
  {
    what: 'another kind of line',
    frame: hex('303032363239363231385343434530315f534343457c3232367c31307c3032363700'),
    ident: '296218',
  },
  {
    what: 'a report in ten thousandths, with an alarm',
    link: 'tcp',
    frame: hex(
      '30353230323834393531322c3137303532363131353935382c302c3137303532363131353935382c2d3235323739382c2d3534363837322c332c32342c3232332c31372c2c2c2d332c3134323337392c2c303031302c30302c36342c32303500',
    ),
    ident: '284951',
    messages: [
      {
        'event.enum': 2,
        'alarm.panic.status': true,
        'alarm.event': true,
        'alarm.type': 'sos',
        timestamp: 1779019198,
        'position.latitude': -54.6872,
        'position.longitude': -25.2798,
        'position.valid': true,
        'position.speed': 24,
        'position.direction': 223,
        'position.satellites': 17,
        'position.altitude': -3,
        'vehicle.mileage': 142.379,
        din: 2,
        dout: 0,
        'custom.battery': 64,
        'custom.value_1': '205',
      },
    ],
  },
  {
    what: 'a report without a fix',
    frame: hex(
      '30353230323834393531352c3137303532363131353935382c302c3137303532363131353935382c302c302c312c302c302c302c2c2c302c3134323337392c2c30302c30302c36342c32303500',
    ),
    ident: '284951',
    messages: [
      {
        'event.enum': 5,
        'power.off.event': true,
        'alarm.event': true,
        'alarm.type': 'power_off',
        timestamp: 1779019198,
        'position.valid': false,
        'position.speed': 0,
        'position.direction': 0,
        'position.satellites': 0,
        'position.altitude': 0,
        'vehicle.mileage': 142.379,
        din: 0,
        dout: 0,
        'custom.battery': 64,
        'custom.value_1': '205',
      },
    ],
  },
  {
    what: 'what it does not know is ignored',
    frame: hex('68656c6c6f00'),
  },
]

export default samples
