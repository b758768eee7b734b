import { PlansIcon } from '../../shared/content/Icons.tsx'
import { words } from '../../shared/texts/console.ts'
import { type ConsolePage, page } from '../page.ts'

const { plans } = words

export const planPages: readonly ConsolePage[] = [
  {
    path: '/plans',
    title: plans.title,
    also: plans.also,
    menu: { section: 'money', icon: <PlansIcon /> },
    Page: page(() => import('./PlansPage.tsx'), 'PlansPage'),
  },
  {
    path: '/plans/new',
    title: plans.new,
    also: plans.also,
    under: '/plans',
    Page: page(() => import('./NewPlanPage.tsx'), 'NewPlanPage'),
  },
  {
    path: '/plans/:id',
    title: plans.title,
    under: '/plans',
    Page: page(() => import('./PlanPage.tsx'), 'PlanPage'),
  },
]
