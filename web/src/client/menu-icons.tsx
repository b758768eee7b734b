/** The pictures of the menu's entries, by their addresses. */
import type { ReactNode } from 'react'
import {
  BellIcon,
  BuildingIcon,
  ChartIcon,
  ClientsIcon,
  ClockIcon,
  FenceIcon,
  HealthIcon,
  ListIcon,
  MapIcon,
  MoreIcon,
  PersonIcon,
  ReportIcon,
  ShareIcon,
  TagIcon,
  WrenchIcon,
} from '../shared/content/Icons.tsx'

export const menuIcons: Readonly<Record<string, ReactNode>> = {
  '#/units': <ListIcon />,
  '#/map': <MapIcon />,
  '#/timeline': <ClockIcon />,
  '#/events': <HealthIcon />,
  '#/geofences': <FenceIcon />,
  '#/notifications': <BellIcon />,
  '#/statistics': <ChartIcon />,
  '#/reports': <ReportIcon />,
  '#/drivers': <ClientsIcon />,
  '#/sharing': <ShareIcon />,
  '#/maintenance': <WrenchIcon />,
  '#/sensors': <HealthIcon />,
  '#/assets': <TagIcon />,
  '#/buildings': <BuildingIcon />,
  '#/dwell': <ChartIcon />,
  '#/more': <MoreIcon />,
  '#/account': <PersonIcon />,
}
