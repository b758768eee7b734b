import { ascii } from '../bytes/bytes.ts'
import type { Sample } from '../sample.ts'

const line = (subject: string, payload: object): Uint8Array =>
  ascii(`$${JSON.stringify({ topic: `v1/VF3102021113001/${subject}/info`, payload })}3a\r\n`)

const samples: readonly Sample[] = [
  {
    what: 'the position',
    link: 'tcp',
    frame: line('gnss', {
      'gnss.ts': 1779019198,
      'gnss.latitude': 54.687157,
      'gnss.longitude': 25.2798,
      'gnss.altitude': 112,
      'gnss.speed': 10,
      'gnss.heading': 90.5,
      'gnss.hdop': 1.1,
      'gnss.fix': 4,
      'gnss.num_sv': 10,
    }),
    ident: 'VF3102021113001',
    messages: [
      {
        timestamp: 1779019198,
        'position.altitude': 112,
        'position.direction': 90.5,
        'position.hdop': 1.1,
        'position.satellites': 10,
        'position.latitude': 54.687157,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 18.52,
      },
    ],
  },
  {
    what: 'no fix, in the older names',
    frame: line('gnss', { time: 1779019198, lat: 0, log: 0, 'gnss.fix': 0, 'gnss.altitude': 0 }),
    ident: 'VF3102021113001',
    messages: [{ timestamp: 1779019198, 'position.altitude': 0, 'position.valid': false }],
  },
  {
    what: 'the modem',
    frame: line('cellular1', {
      'modem1.ts': 1779019198,
      'modem1.imei': '863674047324999',
      'modem1.iccid': '89370020000000000000',
      'modem1.operator': '24602',
      'modem1.network': 3,
      'modem1.lac': 'EA00',
      'modem1.cell_id': '1924F03',
      'modem1.rssi': -71,
    }),
    ident: 'VF3102021113001',
    messages: [
      {
        timestamp: 1779019198,
        'device.imei': '863674047324999',
        'gsm.sim.iccid': '89370020000000000000',
        'custom.network': 3,
        'custom.rssi': -71,
        'gsm.mcc': 246,
        'gsm.mnc': 2,
        'gsm.lac': 59904,
        'gsm.cellid': 26365699,
      },
    ],
  },
  {
    what: 'the engine',
    frame: line('obd', {
      'obd.ts': 1779019198,
      'obd.speed': 52,
      'obd.f_lvl': 50.2,
      'obd.odo': 152340,
      'obd.rpm': 1450.25,
      'obd.c_temp': 87,
      'obd.dtcs': null,
      'obd.vin': '1C4BJWDG4GL191009',
      'obd.b_volt': 13.782,
    }),
    ident: 'VF3102021113001',
    messages: [
      {
        timestamp: 1779019198,
        'can.vehicle.speed': 52,
        'can.fuel.level': 50.2,
        'can.engine.rpm': 1450.25,
        'can.engine.coolant.temperature': 87,
        'vehicle.vin': '1C4BJWDG4GL191009',
        'can.battery.voltage': 13.782,
        'can.vehicle.mileage': 152.34,
      },
    ],
  },
  {
    what: 'motion',
    frame: line('motion', {
      'motion.ts': 1779019198,
      'motion.ax': 0.0063,
      'motion.ay': 0.2894,
      'motion.az': -0.9392,
      'motion.gx': 0.42,
    }),
    ident: 'VF3102021113001',
    messages: [
      {
        timestamp: 1779019198,
        'x.acceleration': 0.0063,
        'y.acceleration': 0.2894,
        'z.acceleration': -0.9392,
        'custom.gx': 0.42,
      },
    ],
  },
  {
    what: 'inputs',
    frame: line('io', {
      'io.ts': 1779019198,
      'io.AI1': 1.2,
      'io.DI1': 1,
      'io.DI1_pullup': 0,
      'io.DO1': 0,
      'io.IGT': 1,
    }),
    ident: 'VF3102021113001',
    messages: [
      {
        timestamp: 1779019198,
        'ain.1': 1.2,
        'din.1': true,
        'custom.di1_pullup': 0,
        'dout.1': false,
        'engine.ignition.status': true,
      },
    ],
  },
  {
    what: 'the system',
    frame: line('sysinfo', {
      'sysinfo.ts': 1779019198,
      'sysinfo.model_name': '310',
      'sysinfo.serial_number': 'VF3102021113001',
      'sysinfo.firmware_version': 'VT3_V1.1.32',
    }),
    ident: 'VF3102021113001',
    messages: [
      {
        timestamp: 1779019198,
        'device.model': '310',
        'device.serial.number': 'VF3102021113001',
        'device.firmware.version': 'VT3_V1.1.32',
      },
    ],
  },
]

export default samples
