/**
 * What trackers can report in addition to time, position and mobile cell, by protocol, for the page of a model. A
 * tracker reports what it is built and configured for; its unit shows what has arrived. The makers' own names
 * (`custom.`) are not included. reported.test.ts compares the lists with the samples and the source of each decoder; a
 * protocol without a list is missing here.
 */
import type { numbered, parameters } from './parameters.ts'

/** Without a number: a tracker may have several. */
export type ReportedParameter = keyof typeof parameters | keyof typeof numbered

const protocolsOf = {
  'gnss.status': 'eelink globalsat gt06 navis teltonika',
  'gnss.state.enum': 'gt02 gt06 ivt401 laipac teltonika',
  'gnss.antenna.open.circuit.status': 'h02',
  'gnss.antenna.short.circuit.status': 'h02',
  'gnss.antenna.cut.status': 'galileo ruptela teltonika totem',
  'gnss.jamming.alarm.status': 'gl200 teltonika',
  'gsm.operator.code': 'atrack its ruptela telic teltonika tmg',
  'gsm.signal.level': 'cguard gt06 navis ruptela starlink teltonika watch',
  'gsm.signal.dbm':
    'calamp eseal flextrack freematics gl200 gosafe h02 jt808 meitrack mobilogix navis osmand pt60 suntech t55 ' +
    'tzone ulbotech',
  'gsm.jamming.alarm.status': 'gt06',
  'gsm.network.roaming.status': 'gl200 teltonika',
  'gsm.network.type': 'gt06 meitrack t800x teltonika',
  'gsm.sim.iccid':
    'armoli atrack flexapi flextrack gl100 gl200 gt06 h02 jt808 laipac minifinder2 t800x taip upro watch xexun2 ' +
    'xirgo',
  'gsm.sim.imsi': 'atrack flexapi gt06 jt808 minifinder2 oigo pt60 t800x vt200 xexun2',
  'engine.ignition.status':
    'aquila arnavi atrack blue box calamp castel cellocator dmt easytrack eelink esky flexapi galileo gl200 ' +
    'globalsat gosafe gps103 gt06 h02 huasheng hyn600 its jt600 jt808 khd l100 maestro mobilogix mxt osmand ' +
    'owntracks plugin rst ruptela sanav starlink startek suntech t55 t800x taip telic teltonika tk103 tlt2h tmg ' +
    'totem tramigo trv ulbotech upro visiontek vt200 xexun xirgo',
  'engine.blocked.status': 'aquila easytrack eelink gps103 gt06 h02 ivt401 jt808 tk103 trv',
  'engine.motorhours':
    'atrack dmt easytrack fifotrack gl200 gosafe gps103 gt06 huasheng hyn600 meitrack mobilogix mxt navis ' +
    'owntracks starlink startek suntech taip teltonika xirgo',
  'engine.rpm': 'aplicom osmand owntracks suntech taip xirgo',
  'movement.status':
    'atrack box eelink egts galileo gl200 globalsat gt06 hyn600 ivt401 jt808 minifinder2 mobilogix osmand ' +
    'owntracks ruptela teltonika tramigo trv watch xirgo',
  'movement.event': 'jt808 sanav suntech',
  'idle.status': 'gl200 teltonika',
  'trip.status': 'suntech teltonika',
  'battery.level':
    'autofon cguard fifotrack gl100 gl200 globalsat gotop gps103 gt06 h02 hyn600 its jt600 jt808 khd megastek ' +
    'meitrack minifinder minifinder2 osmand owntracks pt60 sanav skypatrol starlink t800x teltonika tk103 tmg ' +
    'topin tramigo trv tt8850 upro watch wialon wristband xexun2',
  'battery.voltage':
    'adm alematics aplicom aquila arknavx8 armoli arnavi atrack castel cguard dmt dway eelink egts eseal esky ' +
    'fifotrack flextrack galileo gl200 globalsat gosafe gt06 hyn600 its ivt401 jt808 l100 laipac maestro ' +
    'meitrack mictrack minifinder2 mobilogix mxt navis oigo owntracks rst ruptela sanav skypatrol starlink ' +
    'startek suntech t55 t800x taip teltonika tk103 tlt2h tmg totem tzone ulbotech visiontek wondex xexun',
  'battery.current': 'teltonika tk103',
  'battery.temperature': 'gt06 teltonika tk103',
  'battery.charging.status':
    'cellocator gl200 gps103 gt06 jt600 jt808 megastek minifinder minifinder2 osmand owntracks ruptela suntech ' +
    'teltonika tk103 topin totem xexun2',
  'battery.low.status': 'galileo teltonika watch xexun',
  'battery.low.alarm':
    'aquila fifotrack gl200 gt06 ivt401 jt600 jt808 mictrack minifinder mobilogix sanav t800x tlt2h tzone watch ' +
    'xirgo',
  'backup.battery.voltage': 'egts suntech',
  'external.powersource.voltage':
    'adm alematics aplicom aquila arknavx8 armoli arnavi at2000 atrack castel cguard dmt easytrack egts ' +
    'freematics galileo gator gl200 globalsat gosafe gt06 huasheng hyn600 its ivt401 jt808 meiligao meitrack ' +
    'mobilogix mxt navis oigo osmand owntracks plugin rst ruptela starlink startek suntech t55 t800x taip ' +
    'teltonika tk103 tlt2h tmg totem ulbotech upro visiontek xirgo',
  'external.powersource.status':
    'aquila eelink gl200 globalsat its jt808 l100 mxt sanav taip teltonika tk103 totem trv visiontek xexun xirgo',
  ain:
    'adm alematics armoli arnavi atrack dway easytrack eelink flexapi galileo gator gl200 gosafe gt06 hyn600 ' +
    'intellitrac its ivt401 jt808 l100 laipac megastek meitrack navis ruptela skypatrol starlink startek suntech ' +
    't55 t800x teltonika tlt2h tmg ulbotech upro visiontek wialon wondex xexun xirgo',
  din:
    'alematics aplicom aquila arnavi atrack bce calamp cellocator dmt dway egts esky fifotrack flexapi galileo ' +
    'gl200 globalsat gosafe gt06 hyn600 intellitrac its ivt401 jt808 laipac megastek meiligao meitrack mxt navis ' +
    'plugin pt502 ruptela sanav starlink startek suntech t55 t800x taip telic teltonika tk103 tmg totem tzone ' +
    'visiontek wialon wondex xirgo',
  dout:
    'adm alematics aplicom aquila atrack dmt dway egts fifotrack flexapi galileo gl200 globalsat gosafe gt06 ' +
    'hyn600 intellitrac its ivt401 megastek meiligao meitrack mxt navis pt502 sanav starlink startek suntech t55 ' +
    't800x taip telic teltonika tk103 tmg totem tzone visiontek wialon wondex xirgo',
  'alarm.event':
    'aquila atrack autofon blue castel cellocator dmt easytrack eelink eseal fifotrack galileo gator gl100 gl200 ' +
    'globalsat gotop gps103 gpsgate granit gt06 h02 huasheng hyn600 intellitrac its ivt401 jt600 jt808 khd l100 ' +
    'laipac maestro megastek meiligao meitrack mictrack minifinder minifinder2 mobilogix mxt navis noran osmand ' +
    'owntracks plugin pt502 ruptela sanav starlink startek suntech t800x taip telic teltonika tk103 tlt2h tmg ' +
    'topin totem tramigo trv tt8850 tzone ulbotech upro v680 watch wialon xexun xexun2 xirgo',
  'alarm.code': 'blue castel eelink gl200 gt06 jt600 jt808 meiligao minifinder2 t800x tk103 topin trv xexun2',
  'alarm.type':
    'aquila atrack autofon blue castel cellocator dmt easytrack eelink eseal fifotrack galileo gator gl100 gl200 ' +
    'globalsat gotop gps103 gpsgate granit gt06 h02 huasheng hyn600 intellitrac its ivt401 jt600 jt808 khd l100 ' +
    'laipac maestro megastek meiligao meitrack mictrack minifinder minifinder2 mobilogix mxt navis noran ' +
    'osmand owntracks plugin pt502 ruptela sanav starlink startek suntech t800x taip telic teltonika tk103 tlt2h tmg ' +
    'topin totem tramigo trv tt8850 tzone ulbotech upro v680 watch wialon xexun xexun2 xirgo',
  'alarm.panic.status':
    'blue cellocator easytrack fifotrack gl100 globalsat gotop gps103 gpsgate gt06 h02 intellitrac its jt808 khd ' +
    'l100 laipac megastek meiligao meitrack mictrack minifinder minifinder2 noran osmand sanav suntech taip ' +
    'telic teltonika tk103 tlt2h tmg topin totem tramigo trv tzone ulbotech v680 watch wialon xexun xexun2',
  'alarm.mode.status': 'eelink galileo gps103 h02 trv',
  'crash.event': 'gt06 meiligao',
  'towing.event': 'gl200 ivt401 mobilogix navis starlink tlt2h',
  'fall.alarm': 'minifinder2 watch xexun2',
  'vibration.alarm': 'blue castel gt06 jt600 jt808 khd topin tramigo',
  'tampering.alarm': 'dmt its jt600 l100 ruptela upro',
  'cover.open.alarm': 'aquila huasheng jt600 jt808 xexun2',
  'door.alarm': 'eseal',
  'door.open.status': 'cellocator eseal gl200 gps103 gt06 h02 jt808 startek teltonika tk103 tlt2h',
  'temperature.alarm': 'gl200 gps103 ivt401 tzone',
  'fuel.leak.alarm': 'gps103',
  'fatigue.alarm': 'gl200 jt808 meitrack',
  'power.cut.alarm':
    'eelink globalsat gps103 gt06 h02 hyn600 its ivt401 jt808 meitrack mobilogix owntracks startek suntech taip ' +
    'tk103 tmg totem',
  'power.low.alarm': 'globalsat gt06 khd tk103 topin',
  'power.on.event': 'gl100 gl200 megastek mictrack tt8850',
  'power.off.event': 'eelink intellitrac jt808 laipac mictrack telic',
  'harsh.acceleration.event': 'aquila castel gator huasheng jt808 l100 meitrack t800x taip ulbotech xirgo',
  'harsh.braking.event':
    'aquila atrack castel gator gl200 gt06 its ivt401 jt808 l100 owntracks plugin pt502 ruptela tk103 ulbotech',
  'harsh.cornering.event': 'dmt gator gl200 hyn600 its jt808 t800x teltonika',
  'overspeeding.status':
    'aquila easytrack eelink gator globalsat gt06 its ivt401 jt808 khd l100 noran t800x tk103 topin',
  'overspeeding.speed': 'teltonika',
  'geofence.status': 'gl100 globalsat gt06 tramigo',
  'geofence.enter.event': 'eelink gl200 hyn600 jt600 maestro mictrack osmand owntracks tt8850',
  'geofence.exit.event': 'gotop gt06 jt808 maestro megastek mictrack minifinder2 totem',
  'geofence.id': 'gl100 gl200 gt06 jt600 jt808 maestro minifinder2 teltonika tt8850',
  'lock.status': 'jt600 jt808 meitrack',
  'fault.alarm': 'gl200 gps103 jt600',
  'vehicle.mileage':
    'adm alematics aquila arknavx8 armoli atrack bce carscop castel cellocator dmt easytrack eelink egts esky ' +
    'fifotrack flextrack galileo gator gl200 globalsat gosafe gt06 h02 huasheng hyn600 its ivt401 jt600 jt808 ' +
    'khd l100 laipac maestro megastek meiligao meitrack minifinder2 mobilogix mxt navis noran oigo osmand ' +
    'owntracks plugin pt502 ruptela skypatrol starlink startek suntech t55 t800x taip telic teltonika tk103 tmg ' +
    'totem tramigo tzone ulbotech upro visiontek vt200 wondex xexun xirgo',
  'segment.vehicle.mileage':
    'aplicom aquila bce box castel dmt freematics gl200 granit hyn600 jt808 mobilogix navis ruptela skypatrol ' +
    'taip teltonika tramigo vt200',
  'vehicle.vin':
    'aplicom atrack castel esky flexapi freematics gl200 gt06 huasheng jt808 l100 osmand owntracks ruptela ' +
    'teltonika tk103 ulbotech xirgo',
  'vehicle.registration.number': 'aplicom gl200 its teltonika visiontek',
  'fuel.level': 'egts gl200 gps103 jt808 khd meitrack osmand startek xirgo',
  'fuel.volume': 'egts gl200 gt06 h02 jt808 l100 starlink suntech ulbotech',
  'fuel.consumed': 'castel teltonika',
  'can.vehicle.mileage':
    'aplicom arnavi atrack bce castel eelink flexapi galileo gl200 gps103 intellitrac jt808 meiligao meitrack ' +
    'navis ruptela startek taip teltonika totem',
  'can.vehicle.speed':
    'alematics aplicom aquila armoli arnavi atrack bce castel easytrack eelink flexapi freematics gl200 gosafe ' +
    'gps103 gt06 intellitrac jt808 l100 meiligao meitrack navis plugin ruptela startek t800x taip teltonika ' +
    'tk103 totem ulbotech vt200',
  'can.engine.rpm':
    'alematics aplicom aquila armoli arnavi atrack bce castel easytrack eelink flexapi freematics galileo gl200 ' +
    'gosafe gps103 gt06 huasheng intellitrac jt808 l100 meiligao meitrack navis plugin ruptela startek t800x ' +
    'taip teltonika tk103 totem ulbotech vt200',
  'can.engine.coolant.temperature':
    'aplicom aquila atrack bce castel easytrack eelink flexapi freematics galileo gl200 gosafe gps103 gt06 ' +
    'huasheng intellitrac jt808 l100 meiligao meitrack navis startek t800x taip teltonika tk103 totem ulbotech ' +
    'vt200',
  'can.engine.temperature': 'aplicom arnavi teltonika',
  'can.engine.oil.temperature': 'eelink flexapi freematics startek teltonika tk103',
  'can.engine.load.level':
    'aplicom arnavi atrack bce castel easytrack eelink flexapi freematics gl200 gps103 huasheng jt808 meiligao ' +
    'navis ruptela startek t800x teltonika tk103 totem xirgo',
  'can.engine.motorhours': 'aplicom arnavi atrack bce gl200 ruptela startek teltonika',
  'can.engine.ignition.status': 'gl200 startek',
  'can.intake.air.temperature':
    'atrack castel eelink freematics huasheng jt808 plugin startek t800x teltonika tk103 totem',
  'can.intake.map.pressure': 'atrack castel eelink freematics jt808 startek teltonika tk103 totem',
  'can.ambient.air.temperature': 'aplicom bce castel eelink flexapi gl200 teltonika tk103',
  'can.fuel.level':
    'aplicom arnavi atrack castel easytrack eelink flexapi freematics galileo gl200 gt06 huasheng intellitrac ' +
    'jt808 meitrack navis ruptela startek t800x taip teltonika tk103 totem',
  'can.fuel.volume': 'arnavi eelink gl200 jt808 navis ruptela starlink startek teltonika',
  'can.fuel.consumed':
    'aplicom arnavi atrack bce galileo gl200 gt06 jt808 meiligao meitrack navis ruptela startek t800x taip ' +
    'teltonika totem ulbotech',
  'can.fuel.consumption.distance': 'gl200 gps103 huasheng jt808 meiligao startek',
  'can.fuel.consumption.hour': 'aplicom atrack bce eelink freematics gl200 gps103 ruptela startek teltonika tk103',
  'can.throttle.pedal.level': 'aplicom atrack bce gl200 jt808 navis ruptela startek teltonika',
  'can.throttle.level':
    'aplicom arnavi atrack castel easytrack eelink flexapi freematics gl200 gps103 huasheng jt808 meiligao ' +
    'meitrack plugin startek t800x taip teltonika tk103 totem',
  'can.dtc': 'aquila castel esky gl200 gps103 huasheng jt808 meiligao ruptela teltonika',
  'can.dtc.number': 'castel gl200 huasheng meiligao teltonika',
  'can.dtc.mileage': 'castel eelink freematics gl200 teltonika tk103',
  'can.driver.door.status': 'gl200 teltonika',
  'can.handbrake.status': 'gl200',
  'can.hood.status': 'gl200 teltonika',
  'can.trunk.status': 'gl200 teltonika',
  'can.adblue.level': 'aplicom arnavi gl200 navis startek teltonika',
  'can.adblue.volume': 'gl200 navis teltonika',
  'can.wheel.speed': 'aplicom teltonika',
  'can.battery.level': 'freematics teltonika',
  'can.battery.voltage': 'castel eelink flexapi freematics gps103 teltonika tk103',
  'driver.id':
    'aplicom aquila armoli arnavi atrack bce cellocator dmt dway easytrack fifotrack gl200 gt06 ivt401 jt808 khd ' +
    'megastek meiligao mxt osmand pt502 rst ruptela starlink startek suntech t800x taip teltonika totem ulbotech ' +
    'upro',
  'driver.name': 'gl200 jt808 teltonika',
  'driver.message': 'wialon',
  'ibutton.code': 'galileo gosafe ruptela teltonika wialon',
  'rfid.code': 'gps103 gt06 jt600 jt808 meiligao meitrack teltonika tmg tzone visiontek',
  'device.temperature':
    'autofon castel dmt freematics galileo gl200 ivt401 jt808 mxt ruptela starlink suntech t800x teltonika ' +
    'ulbotech wialon',
  'sensor.temperature':
    'arnavi at2000 atrack bce box castel easytrack eelink freematics galileo gl200 gosafe gps103 gt06 h02 ivt401 ' +
    'jt600 jt808 khd l100 megastek meitrack navis owntracks plugin rst ruptela startek suntech taip teltonika ' +
    'tk103 tlt2h tr20 tzone upro watch',
  'sensor.humidity': 'eelink galileo gt06 hyn600 jt600 jt808 navis tzone upro',
  'sensor.illuminance': 'eelink jt808',
  'carbon.dioxide.ppm': 'eelink',
  'barometer.pressure': 'freematics teltonika tk103',
  'ble.beacons': 'atrack eelink gotop hyn600 meitrack minifinder2 suntech t800x teltonika tzone',
  'ble.rssi': 'gt06',
  'absolute.acceleration': 'adm ivt401',
  'x.acceleration': 'aquila flexapi freematics its teltonika',
  'y.acceleration': 'aquila flexapi freematics its teltonika',
  'z.acceleration': 'aquila flexapi freematics its teltonika',
  'steps.counter': 'eelink gt06 h02 jt808 megastek minifinder2 pt60 trv watch',
  'heart.rate': 'megastek minifinder2 pt60 topin trv watch',
  'blood.oxygen.level': 'minifinder2 trv watch',
  'sleep.mode.enum': 'ivt401 teltonika',
  counter: 'adm alematics atrack egts navis teltonika',
  'can.axle.weight': 'aplicom arnavi atrack gl200 intellitrac navis startek teltonika',
  'escort.lls.value': 'adm arnavi bce egts galileo navis',
  'escort.lls.temperature': 'adm arnavi bce galileo navis teltonika',
  'ble.sensor.temperature': 'atrack gl200 gt06 jt808 starlink t800x teltonika tzone',
  'ble.sensor.humidity': 'gl200 gt06 jt808 starlink t800x teltonika tzone',
  'ble.sensor.battery.voltage': 'atrack gl200 gt06 jt808 starlink t800x teltonika tzone',
  'ble.sensor.battery.level': 'gl200 gt06 t800x teltonika',
  'ble.sensor.magnet.status': 'gl200 t800x teltonika',
  'ble.sensor.movement.status': 'teltonika',
  'ble.sensor.fuel.level': 'teltonika',
  'ble.sensor.illuminance': 'teltonika',
  'ble.sensor.id': 'atrack gl200 gt06 jt808 starlink t800x',
  'tire.pressure': 'aplicom gl200 jt808 t800x',
  'tire.temperature': 'jt808 t800x',
  'geofence.zone': 'teltonika',
  'phone.number': 'gl100 gps103 h02 its laipac minifinder minifinder2 xexun',
} as const satisfies Partial<Record<ReportedParameter, string>>

const byProtocol = new Map<string, ReportedParameter[]>()
for (const [parameter, names] of Object.entries(protocolsOf)) {
  for (const name of names.split(' ')) {
    byProtocol.set(name, [...(byProtocol.get(name) ?? []), parameter as ReportedParameter])
  }
}

/** Empty: not known. */
export const reportedBy = (protocol: string): readonly ReportedParameter[] => byProtocol.get(protocol) ?? none
const none: readonly ReportedParameter[] = []

/**
 * About the frame, the position or the tracker itself: no help to someone who needs a tracker that measures something.
 */
export const isUnlisted = (parameter: string): boolean =>
  /^(timestamp$|gsm\.(mcc|mnc|lac|cellid|cells)$|wifi\.points$|(position|event|report|record|message|codec|boot)\.)/.test(
    parameter,
  ) || /^device\.(model|serial|imei|firmware|hardware)/.test(parameter)
