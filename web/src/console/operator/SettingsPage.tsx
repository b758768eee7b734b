/** Everything the operator can set without a shell. */
import { Panel } from '../../shared/layout/Panel.tsx'
import { to } from '../../shared/router/router.ts'
import { settingTexts } from '../../shared/texts/console-settings.ts'
import { operator } from '../../shared/texts/operator.ts'
import { PageBody, PageHead, TabLinks } from '../blocks/layout.tsx'
import type { PageProps } from '../page.ts'
import classes from './operator.module.css'
import { type SettingPage, SettingsForm } from './SettingsForm.tsx'

const names = Object.keys(settingTexts.pages) as SettingPage[]

export function SettingsPage({ params }: PageProps) {
  const tab = names.find((name) => name === params.tab) ?? 'installation'
  return (
    <PageBody isNarrow>
      <PageHead title={operator.settings.title} />
      <TabLinks
        label={operator.settings.title}
        current={tab}
        tabs={names.map((name) => ({
          name,
          title: settingTexts.pages[name].title,
          address: to('/settings/:tab', { tab: name }),
        }))}
      />
      <Panel>
        <div className={classes.stack}>
          <p className={classes.text}>{settingTexts.pages[tab].text}</p>
          <SettingsForm key={tab} page={tab} />
        </div>
      </Panel>
    </PageBody>
  )
}
