import type { Morning } from "./app-log.ts";

/** The report, in Markdown of pandoc; its numbers are those that were known on the day. */
export function reportText({ firstFailure }: Morning): string {
  return `---
title: "Failed orders on Saturday, 14 March 2026"
author: "Mira Olsen, Krume & Korn"
---

# Summary

On Saturday morning the web shop of our bakery answered slowly, and most orders failed. It began at about ${firstFailure.slice(0, 5)} (UTC) and ended at 07:50. We estimate that about 120 orders were lost, worth about 2,000 €. This report was written at noon of the same day; the count in the log was not finished.

The cause was a change of the configuration on Friday evening. It made the pool of database connections ten times smaller. The shop started with it on Saturday at 06:00, and was fine until the breakfast rush.

${pageBreak}

# What happened

| UTC        | Event                                             | Who          |
|------------|---------------------------------------------------|--------------|
| Fri 18:42  | config.toml changed for a test                    | Jonas        |
| Sat 06:00  | Shop starts with the changed file                 | –            |
| Sat 06:41  | First warnings: requests wait                     | nobody       |
| Sat ${firstFailure.slice(0, 5)}  | First order fails                                 | –            |
| Sat 07:31  | A customer calls the shop                         | Anna         |
| Sat 07:44  | Warnings found in the log                         | Mira         |
| Sat 07:49  | Pool set back to 50, shop recovers                | Mira         |

: Timeline of the morning

Nobody was called by a machine. The alarm on failed orders compares a day with the day before, and would have rung at midnight.

${pageBreak}

# Orders

The chart shows all orders of the morning as far as they were counted, each quarter of an hour.

![Orders placed and failed, 06:00 to 08:30](chart.png){width=15cm}

The shop recovered within a minute once the pool had its old size.

${pageBreak}

# What we change

1. The pool has a lower bound of 40 in the code; a smaller value stops the start.
2. An alarm rings when requests wait for a connection for more than 60 seconds.
3. config.toml is reviewed by a second person. Due on 31 March 2026, owner Jonas.
4. Customers whose order failed get a voucher of 5 €.

Open: the final number of lost orders, and the voucher costs that follow from it.
`;
}

const pageBreak = '```{=openxml}\n<w:p><w:r><w:br w:type="page"/></w:r></w:p>\n```';

/** The notes of the one who was on call. */
export function notesText({ lastFailure }: Morning): string {
  return `# On call, 14 March

- 07:31 Anna calls: the shop hangs at the last step, two customers in a row.
- 07:36 The website answers, but slowly. Database load is low, so it is not the database itself.
- 07:44 app.log is full of waiting requests. Pool of 5? It has always been 50.
- 07:49 Set back to 50. Last failure in the log at ${lastFailure}.

## To do

- [x] tell Jonas
- [ ] count the failed orders again, the report has my guess only
- [ ] alarm for the queue of the pool: ticket OPS-311, not started
- [ ] vouchers: 5 € each, wait for the final count
`;
}
