/** The icons of the consoles, beside the few that all pages share. An icon is never alone: words stand beside it or in its label. */
import { Icon } from '../shared/Icons.tsx'

export const TodayIcon = () => (
  <Icon>
    <path d="M4 11.5 12 5l8 6.5V19a1 1 0 0 1-1 1h-4v-5H9v5H5a1 1 0 0 1-1-1Z" />
  </Icon>
)
export const ClientsIcon = () => (
  <Icon>
    <circle cx="9" cy="8.5" r="3.2" />
    <path d="M3 19.5c.6-3.3 3-5 6-5s5.4 1.7 6 5M15.5 5.6a3.2 3.2 0 0 1 0 5.8M17.6 14.9c1.9.7 3 2.2 3.4 4.6" />
  </Icon>
)
export const UnitsIcon = () => (
  <Icon>
    <path d="M12 21s-6.5-6-6.5-11a6.5 6.5 0 0 1 13 0c0 5-6.5 11-6.5 11Z" />
    <circle cx="12" cy="10" r="2.3" />
  </Icon>
)
export const LobbyIcon = () => (
  <Icon>
    <path d="M6 21V4a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v17M4 21h16" />
    <circle cx="14.3" cy="12.5" r="0.9" />
  </Icon>
)
export const PlansIcon = () => (
  <Icon>
    <path d="m12 3 9 4.8-9 4.8-9-4.8ZM3 12.3l9 4.8 9-4.8M3 16.6l9 4.8 9-4.8" />
  </Icon>
)
export const BillsIcon = () => (
  <Icon>
    <path d="M6 3h12v18l-2.4-1.6L13.2 21 12 20l-1.2 1-2.4-1.6L6 21ZM9 8h6M9 12h6" />
  </Icon>
)
export const CalendarIcon = () => (
  <Icon>
    <rect x="4" y="5" width="16" height="15" rx="2" />
    <path d="M4 10h16M8.5 3v4M15.5 3v4" />
  </Icon>
)
export const CompanyIcon = () => (
  <Icon>
    <path d="M4 21V6l8-3v18M12 9l8 2v10M2.5 21h19M7 9h2M7 13h2M7 17h2M15.5 14h1.5M15.5 17.5h1.5" />
  </Icon>
)
export const DevelopersIcon = () => (
  <Icon>
    <path d="m8 8-4.5 4L8 16M16 8l4.5 4L16 16M13.5 5l-3 14" />
  </Icon>
)
export const TeamIcon = () => (
  <Icon>
    <path d="M12 3.5 5 6v5.5c0 4.4 2.9 7.6 7 9 4.1-1.4 7-4.6 7-9V6ZM9 12l2.2 2.2L15.2 10" />
  </Icon>
)
export const MenuIcon = () => (
  <Icon>
    <path d="M4 6.5h16M4 12h16M4 17.5h16" />
  </Icon>
)
export const MoreIcon = () => (
  <Icon>
    <circle cx="5.5" cy="12" r="1.1" />
    <circle cx="12" cy="12" r="1.1" />
    <circle cx="18.5" cy="12" r="1.1" />
  </Icon>
)
export const FilterIcon = () => (
  <Icon>
    <path d="M4 6h16M7 12h10M10 18h4" />
  </Icon>
)
export const DownloadIcon = () => (
  <Icon>
    <path d="M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14" />
  </Icon>
)
export const UploadIcon = () => (
  <Icon>
    <path d="M12 16V5M7.5 9 12 4.5 16.5 9M5 20h14" />
  </Icon>
)
export const UpIcon = () => (
  <Icon>
    <path d="m6 14.5 6-6 6 6" />
  </Icon>
)
export const DownIcon = () => (
  <Icon>
    <path d="m6 9.5 6 6 6-6" />
  </Icon>
)
export const BookmarkIcon = () => (
  <Icon>
    <path d="M7 4h10a1 1 0 0 1 1 1v15l-6-4-6 4V5a1 1 0 0 1 1-1Z" />
  </Icon>
)
export const LockIcon = () => (
  <Icon>
    <rect x="5" y="11" width="14" height="9" rx="2" />
    <path d="M8 11V8a4 4 0 0 1 8 0v3" />
  </Icon>
)
export const ClockIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="8.2" />
    <path d="M12 7.5V12l3 2" />
  </Icon>
)
export const BellIcon = () => (
  <Icon>
    <path d="M6.5 16.5V11a5.5 5.5 0 0 1 11 0v5.5l1.5 1.5H5ZM10 20.5h4" />
  </Icon>
)
export const WarningIcon = () => (
  <Icon>
    <path d="M12 4 2.8 19.5h18.4ZM12 10v4.5" />
    <circle cx="12" cy="17" r="0.6" />
  </Icon>
)
export const WaitIcon = () => (
  <Icon>
    <path d="M7 3h10M7 21h10M8 3c0 5 8 6 8 9s-8 4-8 9M16 3c0 5-8 6-8 9s8 4 8 9" />
  </Icon>
)
export const KeyIcon = () => (
  <Icon>
    <circle cx="8" cy="15.5" r="4" />
    <path d="m11 12.5 8.5-8.5M16 7.5l2.5 2.5M13.5 10l1.8 1.8" />
  </Icon>
)
export const TrashIcon = () => (
  <Icon>
    <path d="M5 7h14M10 7V4.5h4V7M7 7l1 13h8l1-13M10.5 11v5.5M13.5 11v5.5" />
  </Icon>
)
export const TerminalIcon = () => (
  <Icon>
    <rect x="3.5" y="5" width="17" height="14" rx="2" />
    <path d="m7.5 10 2.5 2-2.5 2M12.5 14.5H16" />
  </Icon>
)
export const EnterIcon = () => (
  <Icon>
    <path d="M10 5H6a1 1 0 0 0-1 1v12a1 1 0 0 0 1 1h4M13.5 8l4 4-4 4M17.5 12H9" />
  </Icon>
)
export const MailIcon = () => (
  <Icon>
    <rect x="3.5" y="5.5" width="17" height="13" rx="2" />
    <path d="m4 7.5 8 5.5 8-5.5" />
  </Icon>
)
export const EditIcon = () => (
  <Icon>
    <path d="m5 19 1-4L16.5 4.5l3 3L9 18ZM14.5 6.5l3 3" />
  </Icon>
)
export const HealthIcon = () => (
  <Icon>
    <path d="M3.5 12.5h4l2-6 4.5 11 2.2-5h4.3" />
  </Icon>
)
export const QuietIcon = () => (
  <Icon>
    <circle cx="12" cy="12" r="8.2" />
    <path d="M8.5 12h7" />
  </Icon>
)
export const JobsIcon = () => (
  <Icon>
    <path d="M5 12a7 7 0 0 1 12-4.9L19 9M19 4.5V9h-4.5M19 12a7 7 0 0 1-12 4.9L5 15M5 19.5V15h4.5" />
  </Icon>
)
export const BackupIcon = () => (
  <Icon>
    <ellipse cx="12" cy="6" rx="7.5" ry="2.8" />
    <path d="M4.5 6v12c0 1.6 3.4 2.8 7.5 2.8s7.5-1.2 7.5-2.8V6M4.5 12c0 1.6 3.4 2.8 7.5 2.8s7.5-1.2 7.5-2.8" />
  </Icon>
)
export const CatalogueIcon = () => (
  <Icon>
    <path d="M12 6.5C10 5 7.5 4.5 4 4.5v14c3.5 0 6 .5 8 2 2-1.5 4.5-2 8-2v-14c-3.5 0-6 .5-8 2ZM12 6.5v14" />
  </Icon>
)
