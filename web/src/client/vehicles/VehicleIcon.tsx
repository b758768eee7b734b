/** The icon of a kind of vehicle. Its name, or what it belongs to, is next to it. */
import {
  BikeIcon,
  BoatIcon,
  BoxIcon,
  BusIcon,
  CarIcon,
  ExcavatorIcon,
  MotorcycleIcon,
  PersonIcon,
  TractorIcon,
  TrailerIcon,
  TruckIcon,
  VanIcon,
} from '../../shared/content/Icons.tsx'
import type { Vehicle } from '../types.ts'

type Kind = NonNullable<Vehicle['icon']>

const icons: Readonly<Record<Kind, typeof CarIcon>> = {
  car: CarIcon,
  van: VanIcon,
  truck: TruckIcon,
  bus: BusIcon,
  trailer: TrailerIcon,
  motorcycle: MotorcycleIcon,
  bicycle: BikeIcon,
  tractor: TractorIcon,
  excavator: ExcavatorIcon,
  boat: BoatIcon,
  person: PersonIcon,
  box: BoxIcon,
}

export const VehicleIcon = ({ kind }: { kind: Kind | null }) => {
  const Icon = icons[kind ?? 'car']
  return <Icon aria-hidden />
}
