import { ascii, hex } from '../bytes/bytes.ts'
import type { Sample } from '../sample.ts'

const samples: readonly Sample[] = [
  {
    what: 'a report',
    link: 'tcp',
    frame: ascii(
      '$POS,1156802639,115958.000,A,5441.2294,N,02516.7880,E,10.00,90.5,170526,,,A/00010,10000/1f8,0,0,0/62792900//f65//\r\n',
    ),
    ident: '1156802639',
    messages: [
      {
        'message.type': 'POS',
        timestamp: 1779019198,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 18.52,
        'position.direction': 90.5,
        din: 2,
        dout: 16,
        'custom.adc_1': 504,
        'custom.adc_2': 0,
        'custom.adc_3': 0,
        'custom.adc_4': 0,
        'vehicle.mileage': 62792.9,
        'custom.battery_code': 15,
        'custom.rssi': 6,
        'position.satellites': 5,
      },
    ],
  },
  {
    what: 'harsh braking, with a card',
    frame: ascii(
      '$HDB,1156802639,115958.000,A,5441.2294,N,02516.7880,E,10.00,90.5,170526,,,A/0000,0/23b/388900/7C001122/fa4/\r\n',
    ),
    ident: '1156802639',
    messages: [
      {
        'message.type': 'HDB',
        'harsh.braking.event': true,
        'alarm.event': true,
        'alarm.type': 'harsh_braking',
        timestamp: 1779019198,
        'position.latitude': 54.6871567,
        'position.longitude': 25.2798,
        'position.valid': true,
        'position.speed': 18.52,
        'position.direction': 90.5,
        din: 0,
        dout: 0,
        'custom.adc_1': 571,
        'vehicle.mileage': 388.9,
        'driver.id': '7C001122',
        'custom.battery_code': 15,
        'custom.rssi': 10,
        'position.satellites': 4,
      },
    ],
  },
  {
    what: 'five bytes before a line are skipped',
    frame: hex('bf00000000'),
  },
  {
    what: 'no fix, and a photo that was not requested',
    frame: ascii('$PHO3821-1,1156802639,115958.000,V,0000.0000,N,00000.0000,E,,,170526,,,N/00000,00000/0/1677600/\r\n'),
    ident: '1156802639',
    messages: [
      {
        'message.type': 'PHO',
        timestamp: 1779019198,
        'position.valid': false,
        din: 0,
        dout: 0,
        'custom.adc_1': 0,
        'vehicle.mileage': 1677.6,
      },
    ],
  },
  {
    what: 'versions',
    frame: ascii('$FUS864504031916915,510-V1.12,A11-V3.0\r\n'),
  },
]

export default samples
