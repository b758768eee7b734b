import { makersFrom63 } from '../lists/makers-from-63.ts'
import { makersFrom103 } from '../lists/makers-from-103.ts'
import { moreModels } from '../lists/more-models.ts'
import type { Manufacturer } from '../model.ts'
import { aovx } from './aovx.ts'
import { arusnavi } from './arusnavi.ts'
import { asamm } from './asamm.ts'
import { atrack } from './atrack.ts'
import { baanool } from './baanool.ts'
import { bce } from './bce.ts'
import { bitrek } from './bitrek.ts'
import { bsj } from './bsj.ts'
import { calamp } from './calamp.ts'
import { castel } from './castel.ts'
import { cellocator } from './cellocator.ts'
import { coban } from './coban.ts'
import { concox } from './concox.ts'
import { digitalMatter } from './digital-matter.ts'
import { eelink } from './eelink.ts'
import { elari } from './elari.ts'
import { erm } from './erm.ts'
import { escort } from './escort.ts'
import { eview } from './eview.ts'
import { fortTelecom } from './fort-telecom.ts'
import { galileosky } from './galileosky.ts'
import { ginzzu } from './ginzzu.ts'
import { glonasssoft } from './glonasssoft.ts'
import { heacent } from './heacent.ts'
import { homeMade } from './home-made.ts'
import { huabao } from './huabao.ts'
import { jimiIot } from './jimi-iot.ts'
import { jointech } from './jointech.ts'
import { lkgps } from './lkgps.ts'
import { masterKit } from './master-kit.ts'
import { meiligao } from './meiligao.ts'
import { meitrack } from './meitrack.ts'
import { mendhak } from './mendhak.ts'
import { micodus } from './micodus.ts'
import { mielta } from './mielta.ts'
import { minifinder } from './minifinder.ts'
import { navtelecom } from './navtelecom.ts'
import { neomatica } from './neomatica.ts'
import { nextcloud } from './nextcloud.ts'
import { omnicomm } from './omnicomm.ts'
import { osmand } from './osmand.ts'
import { protrack } from './protrack.ts'
import { queclink } from './queclink.ts'
import { reachfar } from './reachfar.ts'
import { redview } from './redview.ts'
import { ruptela } from './ruptela.ts'
import { santel } from './santel.ts'
import { sibsvyaz } from './sibsvyaz.ts'
import { sinotrack } from './sinotrack.ts'
import { smartBabyWatch } from './smart-baby-watch.ts'
import { suntech } from './suntech.ts'
import { tags } from './tags.ts'
import { technokom } from './technokom.ts'
import { teltonika } from './teltonika.ts'
import { tkstar } from './tkstar.ts'
import { topflytech } from './topflytech.ts'
import { topin } from './topin.ts'
import { topshine } from './topshine.ts'
import { traccar } from './traccar.ts'
import { vegaAbsolute } from './vega-absolute.ts'
import { vjoy } from './vjoy.ts'
import { wanway } from './wanway.ts'
import { wonlex } from './wonlex.ts'
import { xexun } from './xexun.ts'

/** The maker id whose hundred is the second one of a maker that has filled its own. */
export const secondHundreds: ReadonlyMap<number, number> = new Map([[1, 102]])

const described: readonly Manufacturer[] = [
  { id: 1, title: 'Teltonika', models: teltonika },
  { id: 2, title: 'Queclink', models: queclink },
  { id: 3, title: 'Concox', models: concox },
  { id: 4, title: 'Jimi IoT', models: jimiIot },
  { id: 5, title: 'Ruptela', models: ruptela },
  { id: 6, title: 'Suntech', models: suntech },
  { id: 7, title: 'Meitrack', models: meitrack },
  { id: 8, title: 'SinoTrack', models: sinotrack },
  { id: 9, title: 'Coban', models: coban },
  { id: 10, title: 'Baanool', models: baanool },
  { id: 11, title: 'TKSTAR', models: tkstar },
  { id: 12, title: 'LKGPS', models: lkgps },
  { id: 13, title: 'Xexun', models: xexun },
  { id: 14, title: 'Meiligao', models: meiligao },
  { id: 15, title: 'Topshine', models: topshine },
  { id: 16, title: 'Galileosky', models: galileosky },
  { id: 17, title: 'Navtelecom', models: navtelecom },
  { id: 18, title: 'Arusnavi', models: arusnavi },
  { id: 19, title: 'CalAmp', models: calamp },
  { id: 20, title: 'Wonlex', models: wonlex },
  { id: 21, title: 'Reachfar', models: reachfar },
  { id: 22, title: 'Eelink', models: eelink },
  { id: 23, title: 'TOPFLYtech', models: topflytech },
  { id: 24, title: 'ATrack', models: atrack },
  { id: 25, title: 'Castel', models: castel },
  { id: 26, title: 'Cellocator', models: cellocator },
  { id: 27, title: 'Eview', models: eview },
  { id: 28, title: 'MiniFinder', models: minifinder },
  { id: 29, title: 'BCE', models: bce },
  { id: 30, title: 'Digital Matter', models: digitalMatter },
  { id: 31, title: 'ERM', models: erm },
  { id: 32, title: 'Topin', models: topin },
  { id: 33, title: 'Huabao', models: huabao },
  { id: 34, title: 'BSJ', models: bsj },
  { id: 35, title: 'AOVX', models: aovx },
  { id: 36, title: 'MiCODUS', models: micodus },
  { id: 37, title: 'Jointech', models: jointech },
  { id: 38, title: 'WanWay', models: wanway },
  { id: 39, title: 'Vjoy', models: vjoy },
  { id: 40, title: 'Bitrek', models: bitrek },
  { id: 41, title: 'GLONASSSoft', models: glonasssoft },
  { id: 42, title: 'Santel-Navigation', models: santel },
  { id: 43, title: 'Fort Telecom', models: fortTelecom },
  { id: 44, title: 'Sibsvyaz', models: sibsvyaz },
  { id: 45, title: 'Escort', models: escort },
  { id: 46, title: 'Master Kit', models: masterKit },
  { id: 47, title: 'OsmAnd', models: osmand },
  { id: 48, title: 'Mendhak', models: mendhak },
  { id: 49, title: 'Asamm Software', models: asamm },
  { id: 50, title: 'Traccar', models: traccar },
  { id: 51, title: 'Smart Baby Watch', models: smartBabyWatch },
  { id: 52, title: 'TechnoKom', models: technokom },
  { id: 53, title: 'Neomatica', models: neomatica },
  { id: 54, title: 'Mielta', models: mielta },
  { id: 55, title: 'Omnicomm', models: omnicomm },
  { id: 56, title: 'Elari', models: elari },
  { id: 57, title: 'Ginzzu', models: ginzzu },
  { id: 58, title: 'Heacent', models: heacent },
  { id: 59, title: 'Redview', models: redview },
  { id: 60, title: 'Nextcloud', models: nextcloud },
  { id: 61, title: 'Protrack', models: protrack },
  { id: 62, title: 'Vega Absolute', models: vegaAbsolute },
  { id: 90, title: 'Tags', models: tags },
  { id: 91, title: 'Home-made', models: homeMade },
]

/**
 * A maker's id is never reused. Maker 7 numbers its models 701 to 799, so contributors of different makers never meet
 * at one id; a maker that fills its hundred goes on in the hundred of the next free maker id, which is then its own too.
 * A model takes the next number of its maker. Retired models stay in the list, tagged `legacy`: units point at them.
 */
export const manufacturers: readonly Manufacturer[] = [
  ...described.map((one) => ({ ...one, models: [...one.models, ...(moreModels.get(one.id) ?? [])] })),
  ...makersFrom63,
  ...makersFrom103,
]
