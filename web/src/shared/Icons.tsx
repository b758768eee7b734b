/** The few icons of the pages, drawn here so that no icon package is needed. Their buttons carry the words. */
import type { ReactNode } from 'react'

export function Icon({ children }: { children: ReactNode }) {
  return (
    <svg
      aria-hidden="true"
      width="1.15em"
      height="1.15em"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  )
}

export const SunIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="4.2" />
    <path d="M12 3v1.5M12 19.5V21M3 12h1.5M19.5 12H21M5.6 5.6l1.1 1.1M17.3 17.3l1.1 1.1M18.4 5.6l-1.1 1.1M6.7 17.3l-1.1 1.1" />
  </Icon>
)

export const MoonIcon = () => (
  <Icon>
    <path d="M20 14.2A8.3 8.3 0 0 1 9.8 4a8.3 8.3 0 1 0 10.2 10.2Z" />
  </Icon>
)

export const CopyIcon = () => (
  <Icon>
    <rect x="9" y="9" width="11" height="11" rx="2" />
    <path d="M5 15V6a2 2 0 0 1 2-2h9" />
  </Icon>
)

export const DoneIcon = () => (
  <Icon>
    <path d="m5 12.5 4.5 4.5L19 7.5" />
  </Icon>
)

export const SearchIcon = () => (
  <Icon>
    <circle cx="11" cy="11" r="6" />
    <path d="m20 20-4.5-4.5" />
  </Icon>
)

export const LinkIcon = () => (
  <Icon>
    <path d="M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1 1" />
    <path d="M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1-1" />
  </Icon>
)

export const ChevronIcon = () => (
  <Icon>
    <path d="m9 6 6 6-6 6" />
  </Icon>
)

export const ArrowIcon = () => (
  <Icon>
    <path d="M5 12h14M13 6l6 6-6 6" />
  </Icon>
)

export const PlusIcon = () => (
  <Icon>
    <path d="M12 5v14M5 12h14" />
  </Icon>
)

export const MinusIcon = () => (
  <Icon>
    <path d="M5 12h14" />
  </Icon>
)

export const FitIcon = () => (
  <Icon>
    <path d="M4 9V5a1 1 0 0 1 1-1h4M15 4h4a1 1 0 0 1 1 1v4M20 15v4a1 1 0 0 1-1 1h-4M9 20H5a1 1 0 0 1-1-1v-4" />
    <circle cx="12" cy="12" r="2" />
  </Icon>
)

export const ListIcon = () => (
  <Icon>
    <path d="M9 6h11M9 12h11M9 18h11" />
    <circle cx="4.5" cy="6" r="0.8" />
    <circle cx="4.5" cy="12" r="0.8" />
    <circle cx="4.5" cy="18" r="0.8" />
  </Icon>
)

export const MapIcon = () => (
  <Icon>
    <path d="m9 4-5 2v14l5-2 6 2 5-2V4l-5 2-6-2ZM9 4v14M15 6v14" />
  </Icon>
)

export const PersonIcon = () => (
  <Icon>
    <circle cx="12" cy="8" r="3.6" />
    <path d="M4.5 20c.8-3.6 3.8-5.4 7.5-5.4s6.7 1.8 7.5 5.4" />
  </Icon>
)

export const BackIcon = () => (
  <Icon>
    <path d="m15 6-6 6 6 6" />
  </Icon>
)

export const ClockIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="8" />
    <path d="M12 7.5V12l3 2" />
  </Icon>
)

export const ChartIcon = () => (
  <Icon>
    <path d="M5 20v-7M12 20V5M19 20v-10" />
  </Icon>
)

export const MoreIcon = () => (
  <Icon>
    <circle cx="5.5" cy="12" r="1" />
    <circle cx="12" cy="12" r="1" />
    <circle cx="18.5" cy="12" r="1" />
  </Icon>
)

export const ShareIcon = () => (
  <Icon>
    <circle cx="6" cy="12" r="2.4" />
    <circle cx="17.5" cy="5.5" r="2.4" />
    <circle cx="17.5" cy="18.5" r="2.4" />
    <path d="m8.2 10.9 7.2-4.2M8.2 13.1l7.2 4.2" />
  </Icon>
)

export const WrenchIcon = () => (
  <Icon>
    <path d="M20 7.5a4.7 4.7 0 0 1-6.3 4.4L7 18.6a1.9 1.9 0 0 1-2.7-2.7l6.8-6.7A4.7 4.7 0 0 1 15.5 3l-2.3 2.6.5 2.7 2.7.5Z" />
  </Icon>
)

export const BellIcon = () => (
  <Icon>
    <path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15L6 16.5ZM10 20.5h4" />
  </Icon>
)

export const FenceIcon = () => (
  <Icon>
    <path d="m5 8 8-4 6 6-3 9-10-1L5 8Z" />
    <circle cx="11.5" cy="11.5" r="1.6" />
  </Icon>
)

export const UndoIcon = () => (
  <Icon>
    <path d="M8 5 4 9l4 4M4.5 9H14a5 5 0 0 1 0 10H9" />
  </Icon>
)

export const LayersIcon = () => (
  <Icon>
    <path d="m12 4 8 4.5-8 4.5-8-4.5L12 4ZM4.5 13l7.5 4.2 7.5-4.2" />
  </Icon>
)

export const CloseIcon = () => (
  <Icon>
    <path d="m6 6 12 12M18 6 6 18" />
  </Icon>
)

export const TagIcon = () => (
  <Icon>
    <path d="M4 11V5a1 1 0 0 1 1-1h6l9 9-7 7-9-9Z" />
    <circle cx="8.5" cy="8.5" r="1" />
  </Icon>
)

export const BuildingIcon = () => (
  <Icon>
    <path d="M5 20V5a1 1 0 0 1 1-1h7a1 1 0 0 1 1 1v15M14 9h4a1 1 0 0 1 1 1v10M3 20h18M8.5 8h2M8.5 12h2M8.5 16h2" />
  </Icon>
)

export const LetterIcon = () => (
  <Icon>
    <path d="M4 6h16v12H4V6Zm0 1 8 6 8-6" />
  </Icon>
)
