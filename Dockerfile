# The image of the previous release, whose assets open tabs still request.
ARG PREVIOUS=none

FROM scratch AS none
WORKDIR /app/dist/web/assets

FROM ${PREVIOUS} AS previous

FROM node:20-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY db/patches ./db/patches
RUN npm ci --no-audit --no-fund --omit=dev

FROM packages AS build
RUN npm ci --no-audit --no-fund --include=dev
COPY . .
RUN npx vite build && npx vite build --ssr prerender.tsx && node bin/prerender.js

FROM node:20-slim
ENV NODE_ENV=production
WORKDIR /app
COPY . .
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=previous /app/dist/web/assets ./dist/previous/assets
# The app's data; a volume mounted here gets the folder's owner.
RUN mkdir /data /journal && chown node:node /data /journal
USER node
EXPOSE 3000
# `npm run …` runs the other commands: backup, restore, import, reindex.
# The same as `npm start`.
CMD ["node", "--max-semi-space-size=8", "bin/setup.js", "start"]
