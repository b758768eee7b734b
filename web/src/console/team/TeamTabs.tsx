import { to } from '../../shared/router/router.ts'
import { words } from '../../shared/texts/console.ts'
import { TabLinks } from '../blocks/layout.tsx'

const { team } = words

export const TeamTabs = ({ current }: { current: keyof typeof team.tabs }) => (
  <TabLinks
    label={team.tabsLabel}
    current={current}
    tabs={[
      { name: 'people', title: team.tabs.people, address: to('/team') },
      { name: 'audit', title: team.tabs.audit, address: to('/team/audit') },
    ]}
  />
)
