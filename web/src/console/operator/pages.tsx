import {
  BackupIcon,
  CatalogueIcon,
  ChartIcon,
  CompanyIcon,
  HealthIcon,
  JobsIcon,
  MailIcon,
  MapIcon,
  PlansIcon,
  SettingsIcon,
  TeamIcon,
  UnclaimedIcon,
  WrenchIcon,
} from '../../shared/content/Icons.tsx'
import { operator } from '../../shared/texts/operator.ts'
import { type ConsolePage, page } from '../page.ts'

const { settings, setUp, overview, figures, dealers, newDealer, reviews, offers } = operator
const { catalogue, lobby, jobs, map, mails, backups, checks, quarantine } = operator
const section = 'platform'

const dealerPages: readonly ConsolePage[] = [
  {
    path: '/dealers',
    title: dealers.title,
    also: dealers.also,
    menu: { section, icon: <CompanyIcon />, isOnPhone: true },
    Page: page(() => import('./dealers/DealersPage.tsx'), 'DealersPage'),
  },
  {
    path: '/dealers/new',
    title: newDealer.title,
    also: dealers.also,
    under: '/dealers',
    Page: page(() => import('./dealers/NewDealerPage.tsx'), 'NewDealerPage'),
  },
  {
    path: '/dealers/:id',
    title: dealers.title,
    under: '/dealers',
    Page: page(() => import('./dealers/DealerPage.tsx'), 'DealerPage'),
  },
]

const Reviews = page(() => import('./reviews/ReviewsPage.tsx'), 'ReviewsPage')
const Offers = page(() => import('./offers/OffersPage.tsx'), 'OffersPage')
const Catalogue = page(() => import('./devices/CataloguePage.tsx'), 'CataloguePage')

const lookedAtPages: readonly ConsolePage[] = [
  {
    path: '/reviews',
    title: reviews.title,
    also: reviews.also,
    menu: { section, icon: <TeamIcon />, isOnPhone: true },
    Page: Reviews,
  },
  { path: '/reviews/:tab', title: reviews.title, under: '/reviews', Page: Reviews },
  {
    path: '/plans',
    title: offers.title,
    also: offers.also,
    menu: { section, icon: <PlansIcon /> },
    Page: Offers,
  },
  {
    path: '/plans/new',
    title: offers.new,
    also: offers.also,
    under: '/plans',
    Page: page(() => import('./offers/NewOfferPage.tsx'), 'NewOfferPage'),
  },
  { path: '/plans/:tab', title: offers.title, under: '/plans', Page: Offers },
]

const Settings = page(() => import('./SettingsPage.tsx'), 'SettingsPage')

const installationPages: readonly ConsolePage[] = [
  {
    path: '/settings',
    title: settings.title,
    also: settings.also,
    menu: { section, icon: <SettingsIcon /> },
    Page: Settings,
  },
  { path: '/settings/:tab', title: settings.title, under: '/settings', Page: Settings },
  {
    path: '/set-up/:step?',
    title: setUp.title,
    under: '/settings',
    Page: page(() => import('./SetUpGuidePage.tsx'), 'SetUpGuidePage'),
  },
  {
    path: '/catalogue',
    title: catalogue.title,
    also: catalogue.also,
    menu: { section, icon: <CatalogueIcon /> },
    Page: Catalogue,
  },
  { path: '/catalogue/:tab', title: catalogue.title, under: '/catalogue', Page: Catalogue },
  {
    path: '/lobby',
    title: lobby.title,
    also: lobby.also,
    menu: { section, icon: <UnclaimedIcon /> },
    Page: page(() => import('./devices/UnclaimedPage.tsx'), 'UnclaimedPage'),
  },
  {
    path: '/lobby/:id',
    title: lobby.title,
    under: '/lobby',
    Page: page(() => import('./devices/UnclaimedDevicePage.tsx'), 'UnclaimedDevicePage'),
  },
  {
    path: '/jobs',
    title: jobs.title,
    also: jobs.also,
    menu: { section, icon: <JobsIcon /> },
    Page: page(() => import('./JobsPage.tsx'), 'JobsPage'),
  },
  {
    path: '/checks',
    title: checks.title,
    also: checks.also,
    menu: { section, icon: <WrenchIcon /> },
    Page: page(() => import('./ChecksPage.tsx'), 'ChecksPage'),
  },
  {
    path: '/quarantine',
    title: quarantine.title,
    also: quarantine.also,
    under: '/overview',
    Page: page(() => import('./devices/QuarantinePage.tsx'), 'QuarantinePage'),
  },
  {
    path: '/mails',
    title: mails.title,
    also: mails.also,
    menu: { section, icon: <MailIcon /> },
    Page: page(() => import('./MailsPage.tsx'), 'MailsPage'),
  },
  {
    path: '/map',
    title: map.title,
    also: map.also,
    menu: { section, icon: <MapIcon /> },
    Page: page(() => import('./maps/MapPage.tsx'), 'MapPage'),
  },
  {
    path: '/backups',
    title: backups.title,
    also: backups.also,
    menu: { section, icon: <BackupIcon /> },
    Page: page(() => import('./backups/BackupsPage.tsx'), 'BackupsPage'),
  },
]

export const platformPages: readonly ConsolePage[] = [
  {
    path: '/overview',
    title: overview.title,
    also: overview.also,
    menu: { section, icon: <HealthIcon />, isOnPhone: true },
    Page: page(() => import('./OverviewPage.tsx'), 'OverviewPage'),
  },
  {
    path: '/figures',
    title: figures.title,
    also: figures.also,
    menu: { section, icon: <ChartIcon /> },
    Page: page(() => import('./PlatformFiguresPage.tsx'), 'PlatformFiguresPage'),
  },
  ...dealerPages,
  ...lookedAtPages,
  ...installationPages,
]
