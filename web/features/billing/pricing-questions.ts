/** Eight questions about paying, one open at a time. */
export const PRICING_QUESTIONS = [
  {
    id: 'difference',
    title: 'What is the difference between the plans?',
    content:
      'How you pay. Both open the whole directory. The annual plan costs $545 less than twelve months, and adds a volume discount and premium support that answers within 24 hours.',
  },
  {
    id: 'cancel',
    title: 'Can I cancel?',
    content:
      'At any time, under Manage Billing in your account. The plan stays open until the end of what you have paid for, and does not renew.',
  },
  {
    id: 'guarantee',
    title: 'How does the money-back guarantee work?',
    content:
      'The annual plan can be returned within 30 days of the first purchase, once per customer, as long as nothing has been exported. The monthly plan can be ended instead.',
  },
  {
    id: 'switch',
    title: 'Can I switch between monthly and annual?',
    content:
      'Yes, under Manage Billing. What is left of the present period is taken into account when the new one starts.',
  },
  {
    id: 'methods',
    title: 'Which ways of paying do you take?',
    content:
      'All common credit and debit cards. Payment runs on the pages of our payment service; we never see a card number.',
  },
  {
    id: 'limits',
    title: 'Are searches or exports limited?',
    content:
      'No. Searches and exports are unlimited within a subscription. Contacts, revealed or exported, stop at a generous number a day, so that nobody can copy the directory.',
  },
  {
    id: 'team',
    title: 'What about a whole team?',
    content:
      'Each subscription is for a single user. Several people of one company form a team in their account, with a paid seat each. For an enterprise plan, write to us and say how many you are.',
  },
  {
    id: 'invoice',
    title: 'Do I get an invoice?',
    content:
      'For each payment, by email, and all of them together under Manage Billing in your account.',
  },
] as const
