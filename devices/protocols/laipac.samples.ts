import { ascii } from '../bytes.ts'
import type { Sample } from '../sample.ts'

const samples: readonly Sample[] = [
  {
    what: 'a login',
    link: 'tcp',
    frame: ascii('$AVSYS,MSG00002,14406,7046811160,64*1A\r\n'),
    ident: 'MSG00002',
  },
  {
    what: 'a heartbeat comes back',
    frame: ascii('$ECHK,MSG00002,0*5E\r\n'),
    ident: 'MSG00002',
    reply: ascii('$ECHK,MSG00002,0*5E\r\n'),
  },
  {
    what: 'its SIM and firmware',
    frame: ascii('$EAVSYS,MSG00002,8937002000000000000,+37060000000,Owner,0x52014406*6B\r\n'),
    ident: 'MSG00002',
    messages: [
      {
        'gsm.sim.iccid': '8937002000000000000',
        'phone.number.1': '+37060000000',
        'custom.owner': 'Owner',
        'device.firmware.version': '0x52014406',
      },
    ],
  },
  {
    what: 'a report with the cell, inputs',
    frame: ascii(
      '$AVRMC,MSG00002,115958,A,5441.2294,N,02516.7880,E,10.00,90.50,170526,B,4037,167,1,120,0,0D7AB913,024602*66\r\n',
    ),
    ident: 'MSG00002',
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 18.52,
        'position.direction': 90.5,
        'din.1': true,
        'din.2': false,
        'battery.voltage': 4.037,
        'vehicle.mileage': 167,
        'gnss.state.enum': 1,
        'ain.1': 0.12,
        'ain.2': 0,
        'gsm.mcc': 246,
        'gsm.mnc': 2,
        'gsm.lac': 3450,
        'gsm.cellid': 47379,
      },
    ],
  },
  {
    what: 'a call for help is confirmed twice',
    frame: ascii('$AVRMC,MSG00002,115958,r,5441.2294,N,02516.7880,E,0.45,65.06,170526,3,3.727,167,1,0,0*48\r\n'),
    ident: 'MSG00002',
    messages: [
      {
        timestamp: 1779019198,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 0.83,
        'position.direction': 65.06,
        'custom.event': 3,
        'alarm.panic.status': true,
        'alarm.event': true,
        'alarm.type': 'sos',
        'battery.voltage': 3.727,
        'vehicle.mileage': 167,
        'gnss.state.enum': 1,
        'ain.1': 0,
        'ain.2': 0,
      },
    ],
    reply: ascii('$EAVACK,3,48*24\r\n$AVCFG,00000000,d*31\r\n'),
  },
  {
    what: 'without a fix, asks to be confirmed',
    frame: ascii('$AVRMC,MSG00002,115958,v,0000.0000,N,00000.0000,E,0.00,0.00,170526,0,4115,167,1,0,0*5B\r\n'),
    ident: 'MSG00002',
    messages: [
      {
        timestamp: 1779019198,
        'position.valid': false,
        'position.speed': 0,
        'position.direction': 0,
        'custom.event': 0,
        'battery.voltage': 4.115,
        'vehicle.mileage': 167,
        'gnss.state.enum': 1,
        'ain.1': 0,
        'ain.2': 0,
      },
    ],
    reply: ascii('$EAVACK,0,5B*5C\r\n'),
  },
  {
    what: 'a wrong sum is told',
    frame: ascii('$AVRMC,MSG00002,115958,V,0000.0000,N,00000.0000,E,0.00,0.00,170526,H,4115,167,1,0,0*00\r\n'),
    ident: 'MSG00002',
    messages: [
      {
        timestamp: 1779019198,
        'position.valid': false,
        'position.speed': 0,
        'position.direction': 0,
        'custom.event': 'H',
        'power.off.event': true,
        'alarm.event': true,
        'alarm.type': 'power_off',
        'battery.voltage': 4.115,
        'vehicle.mileage': 167,
        'gnss.state.enum': 1,
        'ain.1': 0,
        'ain.2': 0,
        'message.checksum.status': false,
      },
    ],
  },
  {
    what: 'what it does not know is ignored',
    frame: ascii('$EAVRSP,1*1E\r\n'),
  },
]

export default samples
